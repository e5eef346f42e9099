import fc from 'fast-check';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { PlantedBooks } from '../unit/reconciliation/planted-books.ts';
import {
  at,
  claimed,
  confirmed,
  snapshotAt,
  unknownOf,
  WINDOW_SECONDS,
  withdrawalOf,
} from '../unit/reconciliation/samples.ts';

export const TICK_SECONDS = 60;
const TICKS = 12;
export const CURRENCIES = ['BTC', 'ETH'] as const;

/** Every amount differs from every sum of others, as the amounts of real bookings nearly always do: the
 * n-th has its own digit. Otherwise two stories fit the same balances, and no reader can tell them apart. */
export function amountOf(n: number): number {
  return 10 ** -(n + 1);
}

const event = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  what: fc.constantFrom(
    'withdrawal',
    'late-shown',
    'unknown-executed',
    'not-executed',
    'deposit',
    'debit',
  ),
  second: fc.integer({ min: 5, max: TICKS * TICK_SECONDS - WINDOW_SECONDS - 70 }),
});

interface World {
  readonly events: readonly { currency: 'BTC' | 'ETH'; what: string; second: number }[];
  readonly missed: readonly number[];
  readonly order: readonly number[];
}

export const anyWorld: fc.Arbitrary<World> = fc.record({
  events: fc.array(event, { maxLength: 8 }),
  missed: fc.uniqueArray(fc.integer({ min: 1, max: TICKS - 2 }), { maxLength: 4 }),
  order: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: TICKS, maxLength: TICKS }),
});

/** Seconds from a tick to the reading of its balances. */
export const READ_AFTER_SECONDS = 2;

/** Shown in another interval than the one that it was recorded in, be it by the second between the two. */
function isShownElsewhere({ what, second }: World['events'][number]): boolean {
  const afterTick = second % TICK_SECONDS;
  switch (what) {
    case 'late-shown':
      return true;
    case 'withdrawal':
      return afterTick + 1 === READ_AFTER_SECONDS;
    case 'unknown-executed':
      return afterTick === READ_AFTER_SECONDS;
    default:
      return false;
  }
}

/** Where a booking shows elsewhere, in the very interval in which something else is wrong, two stories fit: the
 * sum is found, while the interval may be the one beside it. Such worlds are for the second property. */
export const world = anyWorld.map((given) => {
  const late = given.events.filter(isShownElsewhere);
  const isClear = ({ currency, what, second }: World['events'][number]) =>
    (what !== 'deposit' && what !== 'debit') ||
    late.every(
      (each) => each.currency !== currency || Math.abs(each.second - second) > 6 * TICK_SECONDS,
    );
  return { ...given, events: given.events.filter(isClear) };
});

/** What moved the balances, as the service knows it: when, which currency, by how many units of 10^-9. */
interface Booking {
  readonly second: number;
  readonly currency: string;
  readonly units: number;
  readonly injected: boolean;
}

export const UNITS = 1e9;

export function bookingsOf({ events }: World): readonly Booking[] {
  return events.flatMap(({ currency, what, second }, n): Booking[] => {
    const units = Math.round(amountOf(n) * UNITS);
    switch (what) {
      case 'withdrawal':
      case 'unknown-executed':
        return [{ second: second + 1, currency, units: -units, injected: false }];
      case 'late-shown':
        return [{ second: second + 100, currency, units: -units, injected: false }];
      case 'deposit':
        return [{ second, currency, units, injected: true }];
      case 'debit':
        return [{ second, currency, units: -units, injected: true }];
      default:
        return [];
    }
  });
}

export function amountText(units: number): string {
  return (units / UNITS).toFixed(9).replace(/\.?0+$/, '');
}

function claimsOf({ events }: World, settled: boolean) {
  return events.flatMap(({ currency, what, second }, n) => {
    const id = `request-${n}`;
    const content = withdrawalOf(amountText(Math.round(amountOf(n) * UNITS)), currency);
    const people = ['ann', 'ben'] as const;
    const pending = unknownOf(id, second);
    switch (what) {
      case 'withdrawal':
      case 'late-shown':
        return [claimed(id, content, second, confirmed(second + 2))];
      case 'unknown-executed': {
        const confirmation = {
          kind: 'settled',
          by: people,
          comment: 'seen at the service',
        } as const;
        const done = { state: 'confirmed', at: at(9_000), confirmation, evidence: '' } as const;
        return [claimed(id, content, second, settled ? done : pending)];
      }
      case 'not-executed': {
        const released = {
          state: 'released',
          at: at(9_000),
          by: people,
          comment: 'never',
        } as const;
        return [claimed(id, content, second, settled ? released : pending)];
      }
      default:
        return [];
    }
  });
}

export function snapshotsOf(given: World): readonly SnapshotTaken[] {
  const bookings = bookingsOf(given);
  return Array.from({ length: TICKS }, (_, tick) => tick)
    .filter((tick) => !given.missed.includes(tick))
    .map((tick) => {
      const read = tick * TICK_SECONDS + READ_AFTER_SECONDS;
      const totals = CURRENCIES.map((currency) => {
        const moved = bookings.filter((each) => each.currency === currency && each.second <= read);
        return [currency, amountText(moved.reduce((sum, { units }) => sum + units, 5 * UNITS))];
      });
      return snapshotAt(tick * TICK_SECONDS, Object.fromEntries(totals));
    });
}

/** What was injected, summed by currency and the interval between two readings that shows it. */
export function injected(
  given: World,
  snapshots: readonly SnapshotTaken[],
): Readonly<Record<string, string>> {
  const sums = new Map<string, number>();
  for (const { second, currency, units, injected: isInjected } of bookingsOf(given)) {
    const shown = snapshots.find(({ takenAt }) => takenAt >= at(second));
    if (!isInjected || shown === undefined) continue;
    const key = `${shown.scheduledFor} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + units);
  }
  return Object.fromEntries([...sums].map(([key, units]) => [key, amountText(units)]));
}

export function unexplainedIn(books: PlantedBooks): Readonly<Record<string, string>> {
  return Object.fromEntries(
    books
      .current()
      .filter(({ unexplained }) => unexplained !== '0')
      .map(({ snapshot, currency, unexplained }) => [`${snapshot} ${currency}`, unexplained]),
  );
}

export function openIn(books: PlantedBooks): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...books.breaks.values()]
      .filter(({ status }) => status.state === 'open')
      .map(({ snapshot, currency, amount }) => [`${snapshot} ${currency}`, amount]),
  );
}

/** `rules`: the matching rules that stand; null: the books expect nothing. */
export async function run(
  given: World,
  settleBefore: number,
  rules: PlantedBooks['matchingRules'] = null,
): Promise<PlantedBooks> {
  const books = new PlantedBooks();
  books.matchingRules = rules;
  const arriving = snapshotsOf(given)
    .map((snapshot, index) => ({ snapshot, place: given.order[index] ?? index }))
    .sort((a, b) => a.place - b.place);
  for (const claim of claimsOf(given, false)) books.know(claim);
  for (const [index, { snapshot }] of arriving.entries()) {
    if (index === settleBefore) for (const claim of claimsOf(given, true)) books.know(claim);
    books.snapshots.put(snapshot);
    await reconcile(books.ports(), snapshot, {});
  }
  return books;
}
