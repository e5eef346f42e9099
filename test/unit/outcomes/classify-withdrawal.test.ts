import { describe, expect, it } from 'vitest';
import {
  classifyWithdrawal,
  withdrawalIdsIn,
} from '../../../treasury/outcomes/classify-withdrawal.ts';
import {
  ACCOUNT,
  answered,
  failed,
  OTHER_ACCOUNT,
  WITHDRAWAL_REQUEST,
  withdrawal,
  withdrawalId,
} from './answers.ts';

const NONE_KNOWN: ReadonlySet<string> = new Set();

function judge(body: unknown, known = NONE_KNOWN, request = WITHDRAWAL_REQUEST) {
  return classifyWithdrawal(request, answered(200, body), known);
}

function parts(...amounts: string[]) {
  return amounts.map((amount, index) => withdrawal({ id: withdrawalId(index + 1), amount }));
}

describe('a withdrawal is confirmed', () => {
  it('by exactly the withdrawal that was asked for', () => {
    const outcome = judge([withdrawal()]);
    expect(outcome).toMatchObject({
      state: 'confirmed',
      confirmation: {
        withdrawals: [
          {
            id: withdrawalId(1),
            network: 'bitcoin',
            currency: 'BTC',
            amount: '1.5',
            withdrawalAccountId: ACCOUNT,
            createdAt: '2026-01-31T09:00:00.000Z',
          },
        ],
      },
    });
  });

  it('by an amount that is written otherwise and numerically the same', () => {
    expect(judge([withdrawal({ amount: '1.50000' })]).state).toBe('confirmed');
  });

  it('by several that add up exactly', () => {
    const request = { ...WITHDRAWAL_REQUEST, amount: '0.3' };
    const outcome = judge(parts('0.1', '0.2'), NONE_KNOWN, request);
    expect(outcome.state).toBe('confirmed');
    expect(outcome.state === 'confirmed' && outcome.confirmation.withdrawals).toHaveLength(2);
  });

  it('keeps venue and processedAt where they are, and does not mind where they are not', () => {
    const processedAt = '2026-01-31T09:00:05+00:00';
    const full = judge([withdrawal({ venue: 'main', processedAt })]);
    expect(full).toMatchObject({
      state: 'confirmed',
      confirmation: { withdrawals: [{ venue: 'main', processedAt }] },
    });
    const sparse = judge([
      withdrawal({ venue: null, processedAt: null, details: undefined, label: undefined }),
    ]);
    expect(sparse.state).toBe('confirmed');
    expect(JSON.stringify(sparse)).not.toMatch(/"(venue|processedAt)"/);
  });

  it('whatever unknown fields there are', () => {
    expect(judge([withdrawal({ fee: 0.1, '2faRequired': null, nested: { a: [1] } })]).state).toBe(
      'confirmed',
    );
  });

  it('whatever the case of its ids is', () => {
    const shouted = withdrawal({ id: withdrawalId(10).toUpperCase() });
    const outcome = judge([{ ...shouted, withdrawalAccount: { id: ACCOUNT.toUpperCase() } }]);
    expect(outcome).toMatchObject({
      state: 'confirmed',
      confirmation: { withdrawals: [{ id: withdrawalId(10), withdrawalAccountId: ACCOUNT }] },
    });
  });
});

describe('a valid 200 that contradicts the request is an anomaly', () => {
  const elsewhere = { withdrawalAccount: { id: OTHER_ACCOUNT } };
  it.each([
    ['no withdrawal at all', [], 'no-withdrawal'],
    ['another account', [withdrawal(elsewhere)], 'other-account'],
    [
      'another account among several',
      [...parts('1'), withdrawal({ ...elsewhere, id: withdrawalId(2), amount: '0.5' })],
      'other-account',
    ],
    ['another currency', [withdrawal({ currency: 'ETH' })], 'other-currency'],
    ['a currency in another case', [withdrawal({ currency: 'btc' })], 'other-currency'],
    [
      'an account of another currency',
      [withdrawal({ withdrawalAccount: { id: ACCOUNT, currency: 'ETH' } })],
      'other-currency',
    ],
    ['too much', [withdrawal({ amount: '1.500000000000000000000000000001' })], 'other-amount'],
    ['too little', parts('1', '0.499999999999999999'), 'other-amount'],
    ['a negative part', parts('2', '-0.5'), 'other-amount'],
    ['an empty part', parts('1.5', '0.00'), 'other-amount'],
    [
      'one id twice',
      [withdrawal({ amount: '0.75' }), withdrawal({ amount: '0.75' })],
      'repeated-withdrawal',
    ],
  ])('%s', (_name, body, cause) => {
    expect(judge(body)).toMatchObject({ state: 'anomaly', cause });
  });

  it('a withdrawal that was confirmed before, whatever the case of its id', () => {
    const known = new Set([withdrawalId(10)]);
    const again = withdrawal({ id: withdrawalId(10).toUpperCase() });
    expect(judge([again], known)).toMatchObject({ state: 'anomaly', cause: 'known-withdrawal' });
  });

  it('and the evidence says what was asked and what was answered', () => {
    const outcome = judge([withdrawal({ amount: '15' })]);
    expect(outcome.evidence).toMatch(
      /^asked for 1\.5, answered 15; answered 200 application\/json: \[/,
    );
  });
});

describe('a 200 that is not the declared shape is unknown', () => {
  it.each([
    ['an object instead of an array', withdrawal()],
    ['a list of text', ['sent']],
    ['an amount that is a number', [withdrawal({ amount: 1.5 })]],
    ['an amount with an exponent', [withdrawal({ amount: '15e-1' })]],
    ['an amount with a comma', [withdrawal({ amount: '1,5' })]],
    ['an id that is no uuid', [withdrawal({ id: '42' })]],
    ['no id', [withdrawal({ id: undefined })]],
    ['no account', [withdrawal({ withdrawalAccount: undefined })]],
    ['an account that is text', [withdrawal({ withdrawalAccount: ACCOUNT })]],
    ['no currency', [withdrawal({ currency: undefined })]],
    ['a creation date that is none', [withdrawal({ createdAt: 'yesterday' })]],
    ['details that are text', [withdrawal({ details: 'none' })]],
    ['one good and one bad', [withdrawal({ amount: '0.75' }), { id: withdrawalId(2) }]],
  ])('%s', (_name, body) => {
    expect(judge(body)).toMatchObject({ state: 'unknown', cause: 'invalid-answer' });
  });

  it('and the evidence names the field', () => {
    expect(judge([withdrawal({ amount: 1.5 })]).evidence).toMatch(/0\.amount/);
  });

  it('more withdrawals than can be recorded in one write', () => {
    const many = Array.from({ length: 51 }, (_, n) => withdrawal({ id: withdrawalId(n) }));
    expect(judge(many)).toMatchObject({ state: 'unknown', cause: 'oversized-answer' });
  });
});

describe('the ids to look up', () => {
  it('are those of a valid answer, each once, in lower case', () => {
    const body = [
      withdrawal({ id: withdrawalId(10).toUpperCase() }),
      withdrawal({ id: withdrawalId(10) }),
      withdrawal(),
    ];
    expect(withdrawalIdsIn(answered(200, body))).toEqual([withdrawalId(10), withdrawalId(1)]);
  });

  it.each([
    ['a failure', failed(true, 'TIMEOUT')],
    ['a refusal', answered(422, [withdrawal()])],
    ['a cut-off answer', answered(200, '[{')],
    ['another shape', answered(200, { id: withdrawalId(1) })],
  ])('are none of %s', (_name, exchange) => {
    expect(withdrawalIdsIn(exchange)).toEqual([]);
  });
});
