import {
  COUNTERS,
  type Counter,
  type Debit,
  debitsIn,
  SHARED_COUNTS,
} from '../../../treasury/counters/counter.ts';
import { type Counts, debited } from '../../../treasury/counters/counts.ts';
import { withDebits } from '../../../treasury/counters/shared-counts.ts';
import type { ClaimRecord } from '../../../treasury/instructions/lane.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import type { TreasuryInMemory } from './treasury-in-memory.ts';

/** How many claims count; of one that was executed in part, some counters hold a part. */
type Times = number | ((counter: Counter) => number);

/** Decimal text by counter, window and start of the bucket. */
type Sums = Readonly<Record<string, string>>;

/**
 * Hears of every claim as it is written, from the instruction's own copy, and says what the counters have to hold: an
 * independent sum, with buckets of its own.
 */
export function hearClaims({ ledgerInMemory, items }: TreasuryInMemory) {
  const claims = new Map<string, ClaimRecord>();
  ledgerInMemory.observe(({ changes }) => {
    for (const change of changes) {
      if (change.kind !== 'create-instruction' && change.kind !== 'replace-instruction') continue;
      const { id, status } = change.instruction;
      if (status.state === 'sending') claims.set(id, status.claim);
    }
  });
  const claimOf = (id: string): ClaimRecord => {
    const claim = claims.get(id);
    if (claim === undefined) throw new Error(`${id} was never claimed`);
    return claim;
  };
  const debitsOf = (id: string): readonly Debit[] => claimOf(id).debits ?? [];

  /**
   * Other claims, of the very same debits, have counted since: so that what goes back twice of one is missing from the
   * others.
   */
  function countNeighbours(id: string): void {
    const debits = debitsOf(id);
    for (const name of SHARED_COUNTS) {
      if (debitsIn(name, debits).length === 0) continue;
      items.counts.set(name, withDebits(items.counts.get(name) ?? null, name, TENANT, debits));
    }
    for (const lane of [...items.lanes.values()]) {
      // What a lane holds is of its own currency, and of no other lane's.
      const own = debitsIn('lane', debits).filter(({ counter }) =>
        lane.counts.some(({ counter: { kind, of } }) => kind === counter.kind && of === counter.of),
      );
      if (own.length === 0) continue;
      const counts = debited(lane.counts, own);
      const countsVersion = (lane.countsVersion ?? 0) + 1;
      items.lanes.set(lane.currency, { ...lane, counts, countsVersion, version: lane.version + 1 });
    }
  }

  return {
    claimOf,
    countNeighbours,
    sumOf: (id: string, times: Times) => sumOf(debitsOf(id), times),
  };
}

/** What so many claims with these debits count. */
function sumOf(debits: readonly Debit[], times: Times): Sums {
  const sums: Record<string, string> = {};
  for (const { counter, amount, at } of debits) {
    const many = typeof times === 'number' ? times : times(counter);
    for (const window of COUNTERS[counter.kind].windows) {
      const bucket = {
        hours: `${at.slice(0, 'YYYY-MM-DDTHH'.length)}:00:00.000Z`,
        days: `${at.slice(0, 'YYYY-MM-DD'.length)}T00:00:00.000Z`,
        ever: '1970-01-01T00:00:00.000Z',
      }[window];
      const key = `${counter.kind} ${counter.of} ${counter.unit} ${window} ${bucket}`;
      const sum = decimalOf(sums[key] ?? '0').plus(decimalOf(amount).times(many));
      sums[key] = formatDecimal(sum);
    }
  }
  return withoutZeros(sums);
}

/** What every counter of the ledger holds, of both lanes of a trade as well. */
export function countedNow({ items }: TreasuryInMemory): Sums {
  const sums: Record<string, string> = {};
  const places: readonly { readonly counts: Counts }[] = [
    ...items.lanes.values(),
    ...items.counts.values(),
  ];
  for (const { counter, ...windows } of places.flatMap(({ counts }) => counts)) {
    for (const [window, buckets] of Object.entries(windows)) {
      for (const [bucket, amount] of Object.entries(buckets)) {
        sums[`${counter.kind} ${counter.of} ${counter.unit} ${window} ${bucket}`] = amount;
      }
    }
  }
  return withoutZeros(sums);
}

function withoutZeros(sums: Sums): Sums {
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== '0'));
}
