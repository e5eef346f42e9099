import { describe, expect, it } from 'vitest';
import { isWantedBy } from '../../../functions/query-ledger/inbox-filter.ts';
import { sayInbox } from '../../../treasury/facts/sentences/say/say-inbox.ts';
import { changeEntry, instructionEntry } from '../../../treasury/inbox/entries.ts';
import type { InboxEntry } from '../../../treasury/inbox/inbox-item.ts';
import type { PolicyChange } from '../../../treasury/ledger/policy-change.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { ACCOUNT, CONTROLS, rule } from '../../samples/policy.ts';
import { ACCOUNTS, SECOND, splitRule, THIRD } from '../rules/split-samples.ts';

const POLICY = { rules: [splitRule()], accounts: ACCOUNTS, controls: CONTROLS };

const CHANGE = {
  ...{ id: '20260105T090005000Z-1f0c9a3e', tenant: 'main', madeBy: 'carol', comment: 'as agreed' },
  madeAt: '2026-01-05T09:00:05.000Z',
  expiresAt: '2026-01-06T09:00:05.000Z',
  ...{ kind: 'rule', before: rule(), after: splitRule() },
  status: { state: 'proposed', at: '2026-01-05T09:00:05.000Z' },
} as unknown as PolicyChange;

const ALL = [
  { withdrawalAccountId: ACCOUNT.id, accountLabel: ACCOUNT.label },
  { withdrawalAccountId: SECOND.id, accountLabel: 'Exchange' },
  { withdrawalAccountId: THIRD.id, accountLabel: 'Payroll' },
];

const part = (index: number) => ({ ...PROPOSED, ...withSplit(index) });

function withSplit(index: number) {
  const to = ACCOUNTS[index - 1] ?? ACCOUNT;
  const parts = ACCOUNTS.map(({ id: withdrawalAccountId }, at) => {
    return { part: at + 1, instructionId: `sweep-${at + 1}`, withdrawalAccountId, amount: '1' };
  });
  return {
    content: { ...PROPOSED.content, withdrawalAccountId: to.id, accountLabel: to.label },
    origin: { ...PROPOSED.origin, split: { part: index, of: 3, total: '3.75', parts } },
  } as Pick<typeof PROPOSED, 'content' | 'origin'>;
}

const found = (entry: InboxEntry, query: object) =>
  isWantedBy(query)({ ...entry, trusted: true, mayDecide: true, whyNot: null });

describe('the inbox, of a rule that divides what it takes', () => {
  it('names every account that a change lets money go to', () => {
    const { about, labels } = changeEntry(CHANGE, POLICY);
    expect(sayInbox(about)).toMatch(
      /^carol proposes a change of the rule ".+", divided among "Cold storage", "Exchange" and "Payroll": "Among several accounts" is another/,
    );
    expect(labels.accounts).toEqual(ALL);
  });

  it('names an account without a label by its id', () => {
    const { about } = changeEntry(CHANGE, { ...POLICY, accounts: [ACCOUNT, SECOND] });
    expect(sayInbox(about)).toContain(`divided among "Cold storage", "Exchange" and ${THIRD.id}`);
  });

  it('says of a part which it is, and of how much', () => {
    const { about, labels } = instructionEntry(part(2), POLICY);
    const message = sayInbox(about);
    expect(message).toContain('to "Exchange"');
    expect(message).toContain(', part 2 of 3 of 3.75 BTC');
    expect(labels).toMatchObject({ withdrawalAccountId: SECOND.id, accounts: ALL });
  });

  it('finds a change by any of the accounts, and a part by its own', () => {
    const change = changeEntry(CHANGE, POLICY);
    for (const { id } of ACCOUNTS) expect(found(change, { account: id })).toBe(true);
    expect(found(change, { text: 'payroll' })).toBe(true);
    expect(found(change, { account: 'another' })).toBe(false);
    const second = instructionEntry(part(2), POLICY);
    expect(found(second, { account: SECOND.id })).toBe(true);
    expect(found(second, { account: THIRD.id })).toBe(false);
  });

  it('says nothing of parts where one account gets everything', () => {
    expect(instructionEntry(PROPOSED, POLICY).labels).not.toHaveProperty('accounts');
    const change = { ...CHANGE, before: splitRule(), after: rule() } as PolicyChange;
    expect(sayInbox(changeEntry(change, POLICY).about)).not.toContain('divided');
  });
});
