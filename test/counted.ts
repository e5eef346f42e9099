import type { Lane } from '../treasury/instructions/lane.ts';
import type { Ledger } from '../treasury/ledger/ledger.ts';
import type { ApprovalUsage } from '../treasury/limits/approval-usage.ts';
import type { OutflowUsage } from '../treasury/limits/outflow-usage.ts';
import type { TradeUsage } from '../treasury/limits/trade-usage.ts';

/** Start of a bucket to the amount in it; decimal text. */
export type Buckets = Readonly<Record<string, string>>;

/** What one counter holds, in the windows that it has. */
export interface Counted {
  readonly hours: Buckets;
  readonly days?: Buckets;
}

/** Where counters stand. */
export interface Counting {
  readonly lanes: readonly Lane[];
  readonly trades: TradeUsage | null;
  readonly tiers: ApprovalUsage | null;
  readonly outflows: OutflowUsage | null;
}

/** Every counter that holds anything, by a name that no layout of items changes. */
export function bucketsIn({ lanes, trades, tiers, outflows }: Counting) {
  const all: Record<string, Counted> = {};
  const note = (name: string, hours: Buckets, days?: Buckets) => {
    const held = { hours, ...(days !== undefined && { days }) };
    if (Object.values(held).some((each) => Object.keys(each).length > 0)) all[name] = held;
  };
  for (const { usage, accountUsage = {} } of lanes) {
    for (const [id, { hours, days }] of Object.entries(usage)) note(`rule ${id}`, hours, days);
    for (const [id, { hours }] of Object.entries(accountUsage)) note(`unapproved to ${id}`, hours);
  }
  note('traded', trades?.hours ?? {});
  for (const { person, hours, unapproved = hours } of trades?.people ?? []) {
    note(`traded by ${person}`, hours);
    note(`traded by ${person} alone`, unapproved);
  }
  note('approved by 0', tiers?.byNobody ?? {});
  note('approved by 1', tiers?.byOne ?? {});
  for (const { id, hours, days } of outflows?.accounts ?? []) note(`to ${id}`, hours, days);
  for (const { id, hours, days } of outflows?.counterparties ?? []) note(`of ${id}`, hours, days);
  note('left', outflows?.total?.hours ?? {}, outflows?.total?.days ?? {});
  return all;
}

type CountingLedger = Pick<
  Ledger,
  'readLanes' | 'readTradeUsage' | 'readApprovalUsage' | 'readOutflowUsage'
>;

/** The sum of each counter of a ledger that holds anything. */
export async function countedIn(ledger: CountingLedger, tenant: string) {
  const [lanes, trades, tiers, outflows] = await Promise.all([
    ledger.readLanes(tenant),
    ledger.readTradeUsage(tenant),
    ledger.readApprovalUsage(tenant),
    ledger.readOutflowUsage(tenant),
  ]);
  const held = Object.entries(bucketsIn({ lanes, trades, tiers, outflows }));
  return Object.fromEntries(
    held.map(([name, { hours, days }]) => [
      name,
      { hours: sumOf(hours), ...(days !== undefined && { days: sumOf(days) }) },
    ]),
  );
}

function sumOf(buckets: Buckets): number {
  return Object.values(buckets).reduce((sum, each) => sum + Number(each), 0);
}
