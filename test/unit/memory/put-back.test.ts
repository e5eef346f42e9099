import { describe, expect, it } from 'vitest';
import { LedgerInMemory } from '../../../adapters/memory/ledger-in-memory.ts';
import { type PieceKind, versionKey } from '../../../adapters/memory/ledger-keys.ts';
import { LedgerState } from '../../../adapters/memory/ledger-state.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { AT, matchingRuleAt } from '../../contract/items.ts';
import { ACCOUNT, CALENDAR, CONTROLS, RULE } from '../../samples/policy.ts';
import { TENANT } from '../../simulation/tenant.ts';

/*
 * The adapter of DynamoDB asks the same of its table (`isLatest`). The contract's commits cannot show it, since none puts an earlier
 * version back; whoever writes to the table can.
 */

const { mode } = CONTROLS;
const FEES = matchingRuleAt(1, true);

const asserted: readonly (readonly [PieceKind, string, LedgerWrite])[] = [
  ['controls', '', { kind: 'assert-controls-unchanged', version: 1, mode, currencies: [] }],
  ['rule', RULE.id, { kind: 'assert-rule-unchanged', ruleId: RULE.id, version: 1 }],
  [
    'account',
    ACCOUNT.id,
    {
      kind: 'assert-account-unchanged',
      ...{ accountId: ACCOUNT.id, version: 1, currency: ACCOUNT.currency, at: AT },
    },
  ],
  [
    'calendar',
    CALENDAR.id,
    { kind: 'assert-calendar-unchanged', calendarId: CALENDAR.id, version: 1 },
  ],
  [
    'matching-rule',
    FEES.id,
    { kind: 'assert-matching-rule-unchanged', ruleId: FEES.id, version: 1 },
  ],
];

describe('the store in memory', () => {
  it.each(asserted)('takes no earlier version for the one that stands: %s', (kind, id, write) => {
    const state = new LedgerState(TENANT);
    const ledger = new LedgerInMemory('table', state);
    state.controls = { ...CONTROLS, version: 1 };
    state.rules.set(RULE.id, { ...RULE, version: 1, enabled: true });
    const { usableFrom: _, ...account } = ACCOUNT;
    state.accounts.set(ACCOUNT.id, { ...account, version: 1, status: 'active' });
    state.calendars.set(CALENDAR.id, { ...CALENDAR, version: 1 });
    state.books.of('matching-rule').set(FEES.id, FEES);
    expect(ledger.commit([write])).toEqual({ ok: true });
    state.written.add(versionKey(kind, id, 2));
    expect(ledger.commit([write])).toEqual({ ok: false, conflicts: [write.kind] });
  });
});
