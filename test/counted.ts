import type { Counter } from '../treasury/counters/counter.ts';
import { SHARED_COUNTS } from '../treasury/counters/counter.ts';
import type { Counts } from '../treasury/counters/counts.ts';
import type { Ledger } from '../treasury/ledger/ledger.ts';
import { readCounts } from './samples/counts.ts';

/** Start of a bucket to the amount in it; decimal text. */
export type Buckets = Readonly<Record<string, string>>;

/** What one counter holds, in the windows that it has. */
export interface Counted {
  readonly hours: Buckets;
  readonly days?: Buckets;
  readonly ever?: Buckets;
}

/** Every counter that holds anything, by a name that no layout of items changes. */
export function bucketsIn(places: readonly { readonly counts: Counts }[]) {
  const all: Record<string, Counted> = {};
  for (const { counter, ...held } of places.flatMap(({ counts }) => counts)) {
    if (Object.values(held).some((each) => Object.keys(each).length > 0)) {
      all[nameOf(counter)] = held;
    }
  }
  return all;
}

function nameOf({ kind, of }: Counter): string {
  const names: Record<Counter['kind'], string> = {
    rule: `rule ${of}`,
    withdrawals: `withdrawals of ${of}`,
    unapproved: `unapproved to ${of}`,
    'approved-by': `approved by ${of}`,
    traded: 'traded',
    trader: `traded by ${of}`,
    'trader-alone': `traded by ${of} alone`,
    account: `to ${of}`,
    counterparty: `of ${of}`,
    outflow: 'left',
  };
  return names[kind];
}

/** The sum of each counter of a ledger that holds anything. */
export async function countedIn(ledger: Pick<Ledger, 'readLanes' | 'readCounts'>, tenant: string) {
  const shared = SHARED_COUNTS.map(
    async (name) => readCounts(await ledger.readCounts(tenant, name)) ?? [],
  );
  const places = [...(await ledger.readLanes(tenant)), ...(await Promise.all(shared)).flat()];
  return Object.fromEntries(
    Object.entries(bucketsIn(places)).map(([name, windows]) => [
      name,
      Object.fromEntries(Object.entries(windows).map(([window, each]) => [window, sumOf(each)])),
    ]),
  );
}

function sumOf(buckets: Buckets): number {
  return Object.values(buckets).reduce((sum, each) => sum + Number(each), 0);
}
