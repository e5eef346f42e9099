import { describe, expect, it } from 'vitest';
import { contentOf, restsAgain } from '../../../../console/screens/accounts/account-content.ts';
import {
  bodyOf,
  draftOf,
  problemsOf,
  sameDestination,
} from '../../../../console/screens/accounts/account-draft.ts';
import {
  DEFAULT_COOLING_OFF_SECONDS,
  stateOf,
  stateText,
} from '../../../../console/screens/accounts/account-state.ts';
import { DEFAULT_ACCOUNT_COOLING_OFF_SECONDS } from '../../../../treasury/policy/policy-limits.ts';

const ACCOUNT = {
  id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02',
  ...{ label: 'ETH custody', network: 'ethereum', currency: 'ETH', status: 'active' as const },
  details: { beneficiary: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, chainId: 1 },
  version: 3,
};

describe('the texts of an account', () => {
  it('become the account that they were made of, numbers and empty groups included', () => {
    const account = { ...ACCOUNT, details: { ...ACCOUNT.details, memo: '', more: {} } };
    expect(bodyOf(draftOf(account), account)).toMatchObject({ details: account.details });
    expect(problemsOf(draftOf(account), account)).toEqual({});
  });

  it('keep its counterparty and its limits, and lose them only where they are taken away', () => {
    const limited = {
      ...ACCOUNT,
      counterparty: 'Bank A',
      limits: { per24Hours: '2.5', per30Days: '9' },
    };
    const draft = draftOf(limited);
    const { counterparty, limits } = limited;
    expect(bodyOf(draft, limited)).toMatchObject({ counterparty, limits });
    expect(contentOf(limited)).toMatchObject({ counterparty, limits });
    const { counterparty: _, per24Hours: __, ...early } = draft;
    expect(bodyOf(early, limited)).toMatchObject({ counterparty, limits });
    const freed = bodyOf({ ...draft, per30Days: '', counterparty: '' }, limited);
    expect(freed.limits).toEqual({ per24Hours: '2.5' });
    expect(problemsOf({ ...draft, per24Hours: '1e9' }, limited)).toHaveProperty('per24Hours');
  });

  it('keep how answers state amounts, and lose it only where it is taken away', () => {
    const told = { ...ACCOUNT, answeredAmounts: { amounts: 'net' as const, digits: 8 } };
    const { answeredAmounts } = told;
    const draft = draftOf(told);
    expect(bodyOf(draft, told)).toMatchObject({ answeredAmounts });
    const { answeredAs: _, answeredDigits: __, ...early } = draft;
    expect(bodyOf(early, told)).toMatchObject({ answeredAmounts });
    const whole = bodyOf({ ...draft, answeredAs: '', answeredDigits: ' 2 ' }, told);
    expect(whole.answeredAmounts).toEqual({ digits: 2 });
    const none = bodyOf({ ...draft, answeredAs: '', answeredDigits: '' }, told);
    expect(none).not.toHaveProperty('answeredAmounts');
    for (const answeredDigits of ['1.5', '-1', '31', 'two']) {
      expect(problemsOf({ ...draft, answeredDigits }, told)).toHaveProperty('answeredDigits');
    }
  });

  it('keep the kind of a detail that was not touched when another one changes', () => {
    const draft = draftOf(ACCOUNT);
    const details = draft.details.map((each) =>
      each.path === 'beneficiary.address' ? { ...each, text: ' 0xother ' } : each,
    );
    expect(bodyOf({ ...draft, details }, ACCOUNT).details).toEqual({
      beneficiary: { address: '0xother' },
      chainId: 1,
    });
  });

  it('take a detail of a hostile name for a detail like any other', () => {
    const draft = { ...draftOf(ACCOUNT), details: [{ path: '__proto__.address', text: 'x' }] };
    const { details } = bodyOf(draft, null);
    expect(JSON.stringify(details)).toBe('{"__proto__":{"address":"x"}}');
    expect(Object.getPrototypeOf({})).not.toHaveProperty('address');
  });

  it('are refused where two details cannot both be there, or an id is no UUID', () => {
    const details = [
      { path: 'beneficiary', text: 'x' },
      { path: 'beneficiary.address', text: 'y' },
    ];
    expect(problemsOf({ ...draftOf(ACCOUNT), id: 'cold', details }, null)).toMatchObject({
      id: expect.stringContaining('UUID'),
      'details.1.path': expect.any(String),
    });
  });

  it('name another account that has the same address', () => {
    const draft = { ...draftOf(ACCOUNT), id: '' };
    const copied = draft.details.map((each) => ({ ...each, text: each.text.toUpperCase() }));
    expect(sameDestination({ ...draft, details: copied }, [ACCOUNT])).toEqual([ACCOUNT]);
    expect(sameDestination(draftOf(ACCOUNT), [ACCOUNT])).toEqual([]);
  });
});

describe('what a change of an account does', () => {
  const { version: _, ...before } = ACCOUNT;
  const elsewhere = { details: { beneficiary: { address: 'x' }, chainId: 1 } };
  it.each([
    ['renamed', { label: 'Cold' }, false],
    ['switched off', { status: 'inactive' }, false],
    ['given a limit', { limits: { per24Hours: '5' } }, false],
    ['sent elsewhere', elsewhere, true],
    ['sent over another network', { network: 'polygon' }, true],
  ] as const)('rests again where money goes to another place: %s', (_name, change, rests) => {
    expect(restsAgain(before, { ...before, ...change })).toBe(rests);
  });

  it('rests where it is new, and where it is switched on', () => {
    expect(restsAgain(null, before)).toBe(true);
    expect(restsAgain({ ...before, status: 'inactive' }, before)).toBe(true);
  });
});

describe('the state of an account', () => {
  const now = new Date('2026-01-05T09:00:00Z');

  it('says how long it cools off, and never "0 s left"', () => {
    const resting = { ...ACCOUNT, usableFrom: '2026-01-05T14:10:00.000Z' };
    expect(stateText(resting, now)).toBe('cooling off, 5 h 10 min left');
    const nearly = { ...ACCOUNT, usableFrom: '2026-01-05T09:00:00.500Z' };
    expect(stateText(nearly, now)).toBe('cooling off, 1 min left');
    expect(stateOf({ ...ACCOUNT, usableFrom: '2026-01-05T09:00:00.000Z' }, now)).toBe('active');
  });

  it('rests by the default of the API where the controls say nothing', () => {
    expect(DEFAULT_COOLING_OFF_SECONDS).toBe(DEFAULT_ACCOUNT_COOLING_OFF_SECONDS);
  });
});
