import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { listSpans } from '../../adapters/store/span-lists.ts';
import { createSpanStore } from '../../adapters/store/spans.ts';
import type { NoSweepReason } from '../../treasury/decisions/decision.ts';
import type { Span } from '../../treasury/spans/span.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { seeded } from '../seeded.ts';
import type { CostTables } from './tables.ts';
import type { Counted } from './units.ts';

/** Read units of the questions about decisions. */
export interface ReadUnits {
  /** "Why did this rule not sweep at this moment?" */
  readonly whyNot: number;
  /** All reasons of a rule that sweeps daily, over 30 days and over a year. */
  readonly monthOfReasons: number;
  readonly yearOfReasons: number;
}

interface AskedTenant {
  readonly tenant: string;
  readonly rule: string;
  readonly tick: Instant;
}

const DAY_SECONDS = 86_400;
const DAYS_OF_YEAR = 365;
/** Spans of a page, as the API gives them at most. */
const PAGE = 200;

export async function measureReads(
  tables: CostTables,
  counted: Counted,
  { tenant, rule, tick }: AskedTenant,
): Promise<ReadUnits> {
  const { snapshotsTable: snapshots } = tables;
  // The upper bound is not included.
  const to = plusSeconds(tick, 1);
  const asked = await counted(() =>
    listDecisions({ snapshots }, tenant, { rule, to }, { limit: 1 }),
  );
  if (asked.value.items.length !== 1) throw new Error('the decision was not found');
  await writeYear(tables, { tenant, rule, tick });
  const reasonsOver = async (days: number) => {
    const from = plusSeconds(tick, -days * DAY_SECONDS);
    const { reads, value } = await counted(() => allSpans(tables, tenant, { rule, from }));
    if (value < days * REASONS_OF_DAY.length) throw new Error(`${value} spans of ${days} days`);
    return reads;
  };
  return {
    whyNot: asked.reads,
    monthOfReasons: await reasonsOver(30),
    yearOfReasons: await reasonsOver(DAYS_OF_YEAR),
  };
}

async function allSpans(
  { ledgerTable }: CostTables,
  tenant: string,
  filter: { readonly rule: string; readonly from: Instant },
): Promise<number> {
  let found = 0;
  let cursor: string | undefined;
  do {
    const page = await listSpans(ledgerTable, tenant, filter, {
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found += page.items.length;
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

/** A rule that sweeps once a day has three reasons a day. */
const REASONS_OF_DAY: readonly (NoSweepReason | 'sweep')[] = [
  'below-threshold',
  'sweep',
  'cooldown',
];

/** The closed spans of a year and a day before a tick, with numbers that do not repeat. */
async function writeYear(
  { ledgerTable: ledger, snapshotsTable: snapshots }: CostTables,
  { tenant, rule, tick }: AskedTenant,
): Promise<void> {
  const random = seeded(DAYS_OF_YEAR);
  const seconds = DAY_SECONDS / REASONS_OF_DAY.length;
  const spans = Array.from(
    { length: (DAYS_OF_YEAR + 1) * REASONS_OF_DAY.length },
    (_, index): Span => {
      const from = plusSeconds(tick, -(index + 1) * seconds);
      return {
        ruleVersion: 1,
        reason: REASONS_OF_DAY[index % REASONS_OF_DAY.length] ?? 'sweep',
        since: from,
        from,
        until: plusSeconds(from, seconds - 300),
        count: Math.floor(seconds / 300),
        least: numbersOf(50 + random() * 100),
        most: numbersOf(150 + random() * 300),
      };
    },
  ).reverse();
  const store = createSpanStore({ ledger, snapshots });
  for (const [month, group] of Map.groupBy(spans, ({ from }) => from.slice(0, 7))) {
    const stored = await store.readMonth(tenant, rule, month);
    const version = (stored?.version ?? 0) + 1;
    const all = [...group, ...(stored?.spans ?? [])];
    await store.writeMonth({ tenant, ruleId: rule, month, spans: all, version });
  }
}

/** What the limits of a rule are checked with at a balance: the surplus and what follows from it. */
function numbersOf(balance: number): Span['least'] {
  const surplus = (balance - 50).toFixed(8);
  const amount = (Math.floor((balance - 50) * 100) / 100).toFixed(2);
  return {
    'balance-age': '0',
    threshold: balance.toFixed(8),
    keep: (balance - Number(amount)).toFixed(8),
    allocation: surplus,
    maximum: amount,
    'budget-24h': '400',
    'budget-30d': '6000',
    step: amount,
    minimum: amount,
    approval: amount,
  };
}
