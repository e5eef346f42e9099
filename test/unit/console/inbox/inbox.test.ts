import { describe, expect, it } from 'vitest';
import {
  changeTitle,
  destinationIn,
  newDestinationIds,
  type PolicyChange,
} from '../../../../console/screens/inbox/change.ts';
import { valueText } from '../../../../console/screens/inbox/change-fields.ts';
import {
  type InboxItem,
  openItemOf,
  openItemText,
} from '../../../../console/screens/inbox/kinds.ts';
import { askedByText, summaryOf, whyNotText } from '../../../../console/screens/inbox/summary.ts';

const CHANGE: PolicyChange = {
  id: 'c-1',
  kind: 'rule',
  subject: 'rule:btc-cold',
  state: 'proposed',
  madeBy: 'tara',
  madeAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-04T10:00:00.000Z',
  baseVersion: 1,
  version: 1,
  before: { label: 'Excess BTC' },
  after: { label: 'Excess BTC', currency: 'BTC' },
  differences: [],
  widens: [],
};

describe('what the address of the inbox opens', () => {
  it('is a kind and an id, which may have slashes of its own', () => {
    const open = { kind: 'break', id: '2026-03-01T10:00:00Z/BTC' } as const;
    expect(openItemOf(openItemText(open))).toEqual(open);
  });

  it.each([null, '', 'break', 'break/', '/x', 'nonsense/x', 'constructor/x'])(
    'is nothing for %s',
    (text) => expect(openItemOf(text)).toBeNull(),
  );
});

describe('a field of a change', () => {
  it('keeps every digit of an amount, with its currency', () => {
    const context = { field: 'threshold', currency: 'BTC', locale: 'en' };
    expect(valueText('1234.123456789012', context)).toBe('1,234.123456789012 BTC');
  });

  it('takes no other text for an amount', () => {
    expect(valueText('5', { field: 'label', currency: 'BTC' })).toBe('5');
    expect(valueText('1e5', { field: 'threshold', currency: 'BTC' })).toBe('1e5');
  });

  it('says what is not there, how long seconds are, and what an object holds', () => {
    const context = { field: 'cooldownSeconds', currency: null };
    expect(valueText(null, context)).toBe('nothing');
    expect(valueText(7_200, context)).toBe('2 h');
    expect(valueText({ kind: 'cron', enabled: true }, { ...context, field: 'schedule' })).toBe(
      'Kind: cron; Switched on: yes',
    );
  });
});

describe('a change of the policy', () => {
  it('is named by what it is about', () => {
    expect(changeTitle(CHANGE)).toBe('Change of the rule Excess BTC');
    expect(changeTitle({ ...CHANGE, before: null })).toBe('New rule Excess BTC');
    expect(changeTitle({ ...CHANGE, kind: 'controls' })).toBe('Change of the controls');
    expect(changeTitle({ ...CHANGE, resumption: { generation: 3 } })).toBe('Resume everything');
    expect(changeTitle({ ...CHANGE, resumption: { generation: 3, currency: 'BTC' } })).toBe(
      'Resume BTC',
    );
  });

  it('names every destination that a rule gets, and none that it keeps', () => {
    const to = (...ids: readonly string[]) => {
      const parts = ids.map((withdrawalAccountId) => ({ withdrawalAccountId, percent: '50' }));
      const [withdrawalAccountId] = ids;
      return { withdrawalAccountId, ...(ids.length > 1 && { split: { kind: 'weights', parts } }) };
    };
    expect(newDestinationIds({ ...CHANGE, before: to('a'), after: to('b') })).toEqual(['b']);
    expect(newDestinationIds({ ...CHANGE, before: to('a'), after: to('a') })).toEqual([]);
    expect(newDestinationIds({ ...CHANGE, before: to('a'), after: to('a', 'b', 'c') })).toEqual([
      'b',
      'c',
    ]);
    expect(newDestinationIds({ ...CHANGE, before: null, after: to('a', 'b') })).toEqual(['a', 'b']);
    expect(newDestinationIds({ ...CHANGE, before: to('a', 'b'), after: to('b') })).toEqual([]);
  });

  it('has a destination only where label, network and currency are stated', () => {
    const account = {
      label: 'Cold',
      network: 'bitcoin',
      currency: 'BTC',
      details: { address: 'x' },
    };
    expect(destinationIn(account)).toEqual(account);
    expect(destinationIn({ label: 'Cold' })).toBeNull();
    expect(destinationIn(null)).toBeNull();
  });
});

const ITEM: InboxItem = {
  kind: 'withdrawal',
  id: 'w-1',
  act: 'approve-withdrawal',
  link: '/v1/withdrawals/w-1',
  decideAt: '/v1/withdrawals/w-1/approve',
  message: 'rule usd-large asks to withdraw 50000 USD to "Operating" (6a1f).',
  money: { amount: '50000', currency: 'USD' },
  labels: { ruleId: 'usd-large', ruleLabel: 'Large USD', accountLabel: 'Operating' },
  askedBy: 'rule usd-large',
  since: '2026-03-01T10:00:00.000Z',
  expiresAt: null,
  approvals: { required: 1, given: [] },
  trusted: true,
  mayDecide: false,
  whyNot: { code: 'role', message: 'None of your roles decides about this.' },
};
const NAMES = { people: { tara: 'Tara, treasurer' }, rules: {}, accounts: {} };

describe('a line of the inbox', () => {
  it('names accounts, rules and people, and no id', () => {
    expect(summaryOf(ITEM, NAMES)).toBe('To Operating');
    expect(askedByText(ITEM, NAMES)).toBe('rule “Large USD”');
    expect(askedByText({ ...ITEM, askedBy: 'tara' }, NAMES)).toBe('Tara, treasurer');
    expect(whyNotText(ITEM)).toBe('another role');
  });

  it('names what a change is about by its label', () => {
    const change: InboxItem = {
      ...ITEM,
      kind: 'policy-change',
      act: 'approve-change',
      askedBy: 'tara',
      message: 'tara proposes what stands beside it.',
      proposed: 'a change of the rule "Large USD": "Always keep" falls from 1 USD to 0 USD.',
    };
    expect(summaryOf(change, NAMES)).toBe(
      'A change of the rule "Large USD": "Always keep" falls from 1 USD to 0 USD.',
    );
  });

  it('says of an unknown outcome whether the other person has spoken', () => {
    const unknown = {
      ...ITEM,
      kind: 'settlement',
      act: 'settle-withdrawal',
      askedBy: null,
    } as const;
    expect(summaryOf(unknown, NAMES)).toMatch(/^What became of the withdrawal to Operating/);
    expect(summaryOf({ ...unknown, askedBy: 'tara' }, NAMES)).toMatch(/^Tara, treasurer has said/);
  });

  it('says of a break which way it went, and what comes next', () => {
    const found = { ...ITEM, kind: 'break', act: 'explain-break', askedBy: null } as const;
    expect(summaryOf(found, NAMES)).toBe('Came in unexplained. Explain it.');
    const out = {
      ...found,
      money: { amount: '-1', currency: 'BTC' },
      act: 'close-break',
      askedBy: 'tara',
    };
    expect(summaryOf(out, NAMES)).toBe(
      'Went out unexplained; Tara, treasurer has explained it. Close it.',
    );
  });
});
