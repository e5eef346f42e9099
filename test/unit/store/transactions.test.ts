import { describe, expect, it } from 'vitest';
import { flowLeaf } from '../../../adapters/store/closed-days.ts';
import { bytesOfItem } from '../../../adapters/store/item-bytes.ts';
import { type Target, writesOf } from '../../../adapters/store/writes.ts';
import { appendToChain, EMPTY_CHAIN } from '../../../treasury/audit/audit-entry.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { claimLane } from '../../../treasury/instructions/lane-transitions.ts';
import type { Break } from '../../../treasury/ledger/break.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { CurrentItem } from '../../../treasury/ledger/policy-change.ts';
import {
  MAX_ITEM_BYTES,
  MAX_TRANSACTION_BYTES,
  MAX_TRANSACTION_WRITES,
  writesIn,
} from '../../../treasury/ledger/transaction-limits.ts';
import { MAX_WITHDRAWALS_PER_ANSWER } from '../../../treasury/outcomes/judge-withdrawal.ts';
import {
  MAX_COUNTERPARTIES,
  MAX_CURRENCY_MODES,
  MAX_DETAILS_CHARACTERS,
  MAX_FEE_CURRENCIES,
  MAX_FLOOR_CURRENCIES,
  MAX_GENERAL_LEDGER_CODE_CHARACTERS,
  MAX_GENERAL_LEDGER_HOLDINGS,
  MAX_HOLIDAY_NAME_CHARACTERS,
  MAX_HOLIDAYS,
  MAX_INSTRUMENTS,
  MAX_LABEL_CHARACTERS,
  MAX_MATCHING_RULES,
  MAX_PAYMENTS_PER_CURRENCY,
  MAX_RULE_CALENDARS,
  MAX_RULES,
  MAX_RULES_PER_CURRENCY,
} from '../../../treasury/policy/policy-limits.ts';
import { MAX_ARMED_AT_ONCE } from '../../../treasury/rearming/rearming.ts';
import { commitsOfTick } from '../../../treasury/reconciliation/commits-of-tick.ts';
import { dayCorrections } from '../../../treasury/reconciliation/day-corrections.ts';
import { leaving } from '../../../treasury/sealing/put-back.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { decisionOf } from '../../samples/decision-runs.ts';
import { APPROVED, CLAIM, IDLE_LANE, PROPOSED } from '../../samples/instructions.ts';
import { ACCOUNT, account, calendar, controls, rule } from '../../samples/policy.ts';

const AT: Instant = '2026-01-05T09:00:00.000Z';
const TENANT = 'main';
const TARGET: Target = {
  ...{ table: 'ledger', tenant: TENANT },
  runs: {
    // No client is asked: items are made, and not written.
    table: { tableName: 'snapshots', client: null as never },
    retention: 13,
  },
};

/** The most that one character of a text takes: three bytes, since those of four are two characters. */
const WIDE = '\u20ac';

function many<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Amounts with nothing in common, as nothing that is packed likes them. */
function amount(index: number): string {
  return `${(index + 1) * 982_451_653}.${String((index * 7_919_317) % 1_000_000_007).padStart(18, '1')}`;
}

const code = (index: number): string => `CURRENCY.NUMBER-${1_000 + index}`;
const wide = (characters: number): string => WIDE.repeat(characters);

/** A lane whose rules all have used and missed everything that is kept of them. */
function fullLane(): Lane {
  const buckets = (count: number, seed: number) =>
    Object.fromEntries(
      many(count, (index) => [
        `2026-01-${String((index % 31) + 1).padStart(2, '0')}T${String(index % 24).padStart(2, '0')}:00:00.000Z`,
        amount(seed * 100 + index),
      ]),
    );
  const usage = many(MAX_RULES_PER_CURRENCY, (index) => [
    `rule-${index}-${'x'.repeat(50)}`,
    {
      hours: buckets(25, index),
      days: buckets(31, index + 1_000),
      lastClaimedAt: AT,
      lastOccurrence: AT,
      failures: 7,
      backoffUntil: AT,
    },
  ]);
  const open = many(MAX_PAYMENTS_PER_CURRENCY, (index) => [
    `open-${index}`,
    { instructionId: `open-${index}`, ruleId: `rule-${index}`, amount: amount(index) },
  ]);
  return {
    ...IDLE_LANE,
    usage: Object.fromEntries(usage),
    open: Object.fromEntries(open),
    version: 9,
  };
}

const created = (index: number): LedgerWrite => ({
  kind: 'create-instruction',
  instruction: { ...PROPOSED, id: `${PROPOSED.id}-${index}` },
});

/** A run on a snapshot with as many rules as a tenant may have, and as much of one currency as that may have. */
function runOfSweeps(): readonly LedgerWrite[] {
  const decisions = many(MAX_RULES, (index) => ({
    decision: {
      ...decisionOf(AT, {
        rule: `rule-${index}-${'x'.repeat(50)}`,
        reason: 'sweep',
        values: { threshold: amount(index), minimum: amount(index + 1), keep: amount(index + 2) },
      }),
      explanation: `${amount(index)} of ${amount(index + 3)} ${wide(MAX_LABEL_CHARACTERS)}`,
    },
  }));
  const missed = many(MAX_RULES_PER_CURRENCY, (index): LedgerWrite => {
    const ruleId = `rule-${index}`;
    const occurrences = { count: 3, first: AT, last: AT, why: 'outage' } as never;
    return {
      kind: 'record-missed',
      missed: {
        ...{ tenant: TENANT, snapshot: AT, ruleId, ruleVersion: 1, currency: 'BTC', decidedAt: AT },
        missed: occurrences,
      },
    };
  });
  return [
    { kind: 'replace-lane', lane: fullLane(), from: 'idle' },
    ...many(MAX_PAYMENTS_PER_CURRENCY, created),
    ...missed,
    { kind: 'create-decision-run', run: { tenant: TENANT, snapshot: AT, part: 0, decisions } },
  ];
}

/** A claim of a rule with all its calendars, under every limit that counts over several currencies. */
function claim(): readonly LedgerWrite[] {
  const sending = advance(APPROVED, { kind: 'claim', claim: CLAIM });
  return [
    ...leaving(sending),
    { kind: 'replace-lane', lane: claimLane(fullLane(), CLAIM), from: 'idle' },
    { kind: 'assert-controls-unchanged', version: 1, mode: 'live', currencies: ['BTC', 'USD'] },
    {
      kind: 'assert-account-unchanged',
      accountId: ACCOUNT.id,
      version: 1,
      currency: 'BTC',
      at: AT,
    },
    { kind: 'assert-rule-unchanged', ruleId: 'btc-surplus', version: 3 },
    ...many(MAX_RULE_CALENDARS, (index): LedgerWrite => {
      return { kind: 'assert-calendar-unchanged', calendarId: `calendar-${index}`, version: 1 };
    }),
  ];
}

/** An answer that lists as many withdrawals as one may. */
function answer(): readonly LedgerWrite[] {
  return [
    { kind: 'replace-instruction', instruction: PROPOSED },
    { kind: 'replace-lane', lane: fullLane(), from: 'sending' },
    ...many(MAX_WITHDRAWALS_PER_ANSWER, (index): LedgerWrite => {
      const withdrawalId = `${index}-${wide(100)}`;
      return { kind: 'record-withdrawal-id', withdrawalId, instructionId: PROPOSED.id };
    }),
  ];
}

const BY_CURRENCY = (count: number) =>
  Object.fromEntries(many(count, (index) => [code(index), amount(index)]));

/** The largest piece of policy of each kind. */
const PIECES: Readonly<Record<string, CurrentItem>> = {
  controls: {
    kind: 'controls',
    item: controls({
      currencyModes: Object.fromEntries(
        many(MAX_CURRENCY_MODES, (index) => [code(index), 'dry-run']),
      ),
      trades: {
        instruments: many(MAX_INSTRUMENTS, (index) => `${code(index)}/${code(index + 1)}`) as never,
        maximumNotional: amount(1),
      },
      liquidityFloor: { currencies: BY_CURRENCY(MAX_FLOOR_CURRENCIES) } as never,
      feeBound: { currencies: BY_CURRENCY(MAX_FEE_CURRENCIES) } as never,
      generalLedgerCodes: {
        holdings: Object.fromEntries(
          many(MAX_GENERAL_LEDGER_HOLDINGS, (index) => [
            code(index),
            wide(MAX_GENERAL_LEDGER_CODE_CHARACTERS),
          ]),
        ),
      } as never,
      withdrawalLimits: {
        counterparties: many(MAX_COUNTERPARTIES, (index) => ({
          name: wide(MAX_LABEL_CHARACTERS),
          per24Hours: amount(index),
          per30Days: amount(index + 1),
        })) as never,
      },
    }),
  },
  calendar: {
    kind: 'calendar',
    item: calendar({
      holidays: many(MAX_HOLIDAYS, () => ({
        ...{ date: '2026-01-01', name: wide(MAX_HOLIDAY_NAME_CHARACTERS) },
      })) as never,
    }),
  },
  account: {
    kind: 'account',
    item: account({
      label: wide(MAX_LABEL_CHARACTERS),
      details: { text: wide(MAX_DETAILS_CHARACTERS) },
    }),
  },
  rule: { kind: 'rule', item: rule({ label: wide(MAX_LABEL_CHARACTERS) }) },
};

const puts = ({ kind, item }: CurrentItem): LedgerWrite => {
  if (kind === 'controls') return { kind: 'put-controls', controls: item };
  if (kind === 'calendar') return { kind: 'put-calendar', calendar: item };
  if (kind === 'account') return { kind: 'put-account', account: item };
  if (kind === 'rule') return { kind: 'put-rule', rule: item };
  throw new Error(`${kind} is none of the largest`);
};

/** Currencies that a change arms at most (`policy-conflict.ts`). */
const MAX_NEW_LANES = 40;

const DECIDED = {
  status: { state: 'approved', at: AT },
  madeBy: 'tina',
  madeAt: AT,
  expiresAt: AT,
};

/** A change as it is approved: the piece, its version, the change with both, the audit log with both, and new lanes. */
function approved(piece: CurrentItem): readonly LedgerWrite[] {
  const said = { before: piece.item, after: piece.item };
  const fact = { at: AT, by: 'tina', action: 'approve', subject: 'policy', requestId: 'r' };
  return [
    puts(piece),
    ...many(MAX_NEW_LANES, (index): LedgerWrite => {
      return { kind: 'create-lane', lane: { ...IDLE_LANE, currency: code(index) } };
    }),
    {
      kind: 'put-change',
      change: { id: 'c', tenant: TENANT, ...said, ...DECIDED, version: 2 } as never,
    },
    { kind: 'append-audit', entry: appendToChain(EMPTY_CHAIN, { ...fact, ...said }) },
  ];
}

/** As many lanes of a restored ledger as two people arm at once. */
function rearmed(): readonly LedgerWrite[] {
  const fact = { at: AT, by: 'tina', action: 'arm', subject: 'lanes', requestId: 'r' };
  return [
    ...many(MAX_ARMED_AT_ONCE, (index): LedgerWrite => {
      const lane = { ...fullLane(), currency: code(index) };
      return { kind: 'rearm-lane', lane, fromEpoch: 'other' };
    }),
    { kind: 'put-rearming', rearming: { tenant: TENANT, epoch: 'e', version: 2 } as never },
    {
      kind: 'append-audit',
      entry: appendToChain(EMPTY_CHAIN, { ...fact, before: null, after: null }),
    },
  ];
}

const ACTS: readonly (readonly [string, readonly LedgerWrite[]])[] = [
  ['a run of sweeps', runOfSweeps()],
  ['a claim', claim()],
  ['an answer', answer()],
  ...Object.entries(PIECES).map(
    ([name, piece]) => [`a change of ${name}`, approved(piece)] as const,
  ),
  ['a re-arming', rearmed()],
];

function sizesOf(changes: readonly LedgerWrite[]): readonly number[] {
  return changes.flatMap((change) => {
    if (change.kind === 'halt' || change.kind === 'resume') return [];
    if (change.kind === 'halt-audited') return [];
    return writesOf(TARGET, change).map(({ Put }) => bytesOfItem(Put?.Item ?? {}));
  });
}

describe('one transaction takes', () => {
  it.each(ACTS)('%s, however large', (_, changes) => {
    const sizes = sizesOf(changes);
    expect(sizes).toHaveLength(changes.reduce((sum, change) => sum + writesIn(change), 0));
    // A halt, or what the kill switch requires, may go with it.
    expect(sizes.length + 1).toBeLessThanOrEqual(MAX_TRANSACTION_WRITES);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_ITEM_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
  });
});

describe('a tick', () => {
  /** More than a service can have: docs/scaling.md was measured with as many. */
  const CURRENCIES = 800;

  const flow = (index: number, movements = 1): Flow => ({
    ...{ tenant: TENANT, currency: code(index), snapshot: AT, readAt: AT },
    ...{ sinceSnapshot: AT, sinceReadAt: AT, opening: '1', closing: '2', unexplained: '1' },
    movements: many(movements, (each) => ({
      ...{ kind: 'withdrawal', instructionId: `w-${each}`, at: AT, amount: amount(each) },
      ...({
        askedBy: 'tina',
        approvedBy: ['ann'],
        about: { code: 'withdrawal', accountLabel: wide(60) },
      } as const),
    })),
    ...{ price: null, reportingCurrency: 'USD', version: 1 },
  });

  const matched = (index: number): Break => {
    const match = { ruleId: ruleId(index), version: 1, label: wide(60), kind: 'fee' };
    return {
      ...{ id: `b-${index}`, tenant: TENANT, currency: code(index), snapshot: AT, readAt: AT },
      ...{ sinceSnapshot: AT, sinceReadAt: AT, direction: 'outflow', amount: '-1' },
      found: {
        ...{ code: 'unexplained', from: AT, to: AT, opening: '2', closing: '1', amount: '-1' },
        ...{ movements: [{ amount: '1', instructionId: wide(60) }], mayBe: [] },
      },
      ...{ mayBe: [], openedAt: AT, history: [], version: 1 },
      status: { state: 'matched', at: AT, match },
    } as Break;
  };

  const ruleId = (index: number): string => `rule-${index % MAX_MATCHING_RULES}`;

  const matching: readonly LedgerWrite[] = [
    ...many(MAX_MATCHING_RULES, (index): LedgerWrite => {
      return { kind: 'assert-matching-rule-unchanged', ruleId: ruleId(index), version: 1 };
    }),
    ...many(MAX_MATCHING_RULES, (index): LedgerWrite => {
      const usage = { tenant: TENANT, ruleId: ruleId(index), unit: 'USD', hours: {} };
      return { kind: 'put-matching-usage', usage: { ...usage, occurrences: [], version: 2 } };
    }),
  ];

  const CORRECTING = {
    corrections: { readAuditHead: async () => EMPTY_CHAIN, graceSeconds: 0, leafOf: flowLeaf },
    now: () => '2026-02-05T09:00:00.000Z',
  };

  const all = commitsOfTick(
    { flows: many(CURRENCIES, (index) => flow(index)), breaks: many(CURRENCIES, matched) },
    matching,
  );

  it('of all currencies and matching rules is divided into commits that one transaction takes, with what the audit log says of a day that is over', async () => {
    const before = Array.from({ length: CURRENCIES }, (_, index) => flow(index));
    for (const changes of all) {
      const corrections = await dayCorrections(CORRECTING, TENANT, changes, before);
      const hasFlows = changes.some(({ kind }) => kind === 'put-flow');
      expect(corrections).toHaveLength(hasFlows ? 1 : 0);
      const sizes = sizesOf([...changes, ...corrections]);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_ITEM_BYTES);
      expect(sizes.length).toBeLessThanOrEqual(MAX_TRANSACTION_WRITES);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
    }
    const written = all.flat().filter(({ kind }) => !kind.startsWith('assert-'));
    expect(written).toHaveLength(2 * CURRENCIES + MAX_MATCHING_RULES);
    expect(new Set(written).size).toBe(written.length);
  });

  it('keeps the flow and the break of a currency together, with the rule that explained it', () => {
    for (const changes of all) {
      const found = (kind: LedgerWrite['kind'], of: (change: never) => string) =>
        changes.filter((change) => change.kind === kind).map((change) => of(change as never));
      const flows = found('put-flow', ({ flow: { currency } }: { flow: Flow }) => currency);
      const breaks = found('put-break', ({ break: each }: { break: Break }) => each.currency);
      expect(flows.toSorted()).toEqual(breaks.toSorted());
      const rules = found('put-break', ({ break: { id } }: { break: Break }) =>
        ruleId(Number(id.slice(2))),
      );
      const checked = found(
        'assert-matching-rule-unchanged',
        ({ ruleId: id }: { ruleId: string }) => id,
      );
      expect(new Set(checked).size).toBe(checked.length);
      expect(checked).toEqual(expect.arrayContaining(rules));
    }
  });

  it('counts what rules have explained before it writes what they explained', () => {
    const kinds = all.flat().map(({ kind }) => kind);
    expect(kinds.lastIndexOf('put-matching-usage')).toBeLessThan(kinds.indexOf('put-break'));
  });

  it('of few currencies is one commit', () => {
    const small = commitsOfTick({ flows: [flow(1)], breaks: [matched(1)] }, matching.slice(1, 2));
    expect(small).toHaveLength(1);
    expect(small[0]?.map(({ kind }) => kind)).toEqual([
      'assert-matching-rule-unchanged',
      'put-flow',
      'put-break',
    ]);
  });

  it('is divided by its bytes too', () => {
    const large = commitsOfTick({ flows: many(30, (each) => flow(each, 900)), breaks: [] }, []);
    expect(large.length).toBeGreaterThan(1);
    for (const changes of large) {
      const bytes = sizesOf(changes).reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
    }
    expect(large.flat()).toHaveLength(30);
  });
});
