import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { InMemoryBooks } from '../unit/reconciliation/in-memory-books.ts';
import {
  at,
  claimed,
  confirmed,
  snapshotAt,
  unknownOf,
  WINDOW_SECONDS,
  withdrawalOf,
} from '../unit/reconciliation/samples.ts';

const TICK_SECONDS = 60;
const TICKS = 12;
const CURRENCIES = ['BTC', 'ETH'] as const;

/** Every amount differs from every sum of others, as the amounts of real bookings nearly always do: the
 * n-th has its own digit. Otherwise two stories fit the same balances, and nobody can tell them apart. */
function amountOf(n: number): number {
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

const anyWorld: fc.Arbitrary<World> = fc.record({
  events: fc.array(event, { maxLength: 8 }),
  missed: fc.uniqueArray(fc.integer({ min: 1, max: TICKS - 2 }), { maxLength: 4 }),
  order: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: TICKS, maxLength: TICKS }),
});

/** Seconds from a tick to the reading of its balances. */
const READ_AFTER_SECONDS = 2;

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
const world = anyWorld.map((given) => {
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

const UNITS = 1e9;

function bookingsOf({ events }: World): readonly Booking[] {
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

function amountText(units: number): string {
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
        const confirmation = { kind: 'settled', by: people, words: 'seen at the service' } as const;
        const done = { state: 'confirmed', at: at(9_000), confirmation, evidence: '' } as const;
        return [claimed(id, content, second, settled ? done : pending)];
      }
      case 'not-executed': {
        const released = { state: 'released', at: at(9_000), by: people, words: 'never' } as const;
        return [claimed(id, content, second, settled ? released : pending)];
      }
      default:
        return [];
    }
  });
}

function snapshotsOf(given: World): readonly SnapshotTaken[] {
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
function injected(
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

function unexplainedIn(books: InMemoryBooks): Readonly<Record<string, string>> {
  return Object.fromEntries(
    books
      .standing()
      .filter(({ unexplained }) => unexplained !== '0')
      .map(({ snapshot, currency, unexplained }) => [`${snapshot} ${currency}`, unexplained]),
  );
}

function openIn(books: InMemoryBooks): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...books.breaks.values()]
      .filter(({ status }) => status.state === 'open')
      .map(({ snapshot, currency, amount }) => [`${snapshot} ${currency}`, amount]),
  );
}

async function run(given: World, settleBefore: number): Promise<InMemoryBooks> {
  const books = new InMemoryBooks();
  const arriving = snapshotsOf(given)
    .map((snapshot, index) => ({ snapshot, place: given.order[index] ?? index }))
    .sort((a, b) => a.place - b.place);
  for (const claim of claimsOf(given, false)) books.know(claim);
  for (const [index, { snapshot }] of arriving.entries()) {
    if (index === settleBefore) for (const claim of claimsOf(given, true)) books.know(claim);
    books.snapshots.set(snapshot.scheduledFor, snapshot);
    await reconcile(books.ports(), snapshot, {});
  }
  return books;
}

describe('reconciliation', () => {
  it('finds every injected difference and no other, in any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 0, max: 6 }), async (given, settleBefore) => {
        const books = await run(given, settleBefore);
        const expected = injected(given, snapshotsOf(given));
        expect(unexplainedIn(books)).toEqual(expected);
        expect(openIn(books)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('finds the sum of what was injected, also where bookings show late beside it', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const books = await run(given, 3);
        for (const currency of CURRENCIES) {
          const found = books.standing().filter((flow) => flow.currency === currency);
          const sum = found.reduce((all, { unexplained }) => all + units(unexplained), 0n);
          const wrong = bookingsOf(given).filter((each) => each.currency === currency);
          const expected = wrong.reduce((all, each) => all + (each.injected ? each.units : 0), 0);
          expect(sum).toBe(BigInt(expected));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('writes the same flows in every order of arrival, and nothing for what comes twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const inOrder = await run({ ...given, order: given.order.map((_, index) => index) }, 0);
        const books = await run(given, 0);
        const bare = (flows: InMemoryBooks) =>
          flows.standing().map(({ version: _, ...rest }) => rest);
        expect(bare(books)).toEqual(bare(inOrder));
        const { commits } = books;
        for (const snapshot of snapshotsOf(given)) await reconcile(books.ports(), snapshot, {});
        expect(books.commits).toBe(commits);
      }),
      { numRuns: 100 },
    );
  });

  it('accounts for every change of a balance, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const books = await run(given, 3);
        for (const currency of CURRENCIES) {
          const shown = snapshotsOf(given).map(({ balances }) => units(balances[currency]?.total));
          const flows = books.standing().filter((flow) => flow.currency === currency);
          const moved = flows.reduce(
            (sum, { movements, unexplained }) =>
              sum +
              units(unexplained) +
              movements.reduce((all, each) => all + units(each.amount), 0n),
            0n,
          );
          expect(moved).toBe((shown.at(-1) ?? 0n) - (shown[0] ?? 0n));
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Withdrawals that are booked after their windows, in up to three parts, each at some tick. */
const lateWorld = fc.record({
  requests: fc.array(
    fc.record({
      second: fc.integer({ min: 5, max: 300 }),
      parts: fc.array(fc.integer({ min: 10, max: 30 }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  deposits: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
});

/** What a request comes to, and each of its parts: in units of 10^-9, and never twice the same. */
const LATE_UNITS = 3_000_003;

async function runLate({
  requests,
  deposits,
}: typeof lateWorld extends fc.Arbitrary<infer W> ? W : never) {
  const books = new InMemoryBooks();
  const amounts = requests.map((_, n) => LATE_UNITS * (n + 1));
  for (const [n, { second }] of requests.entries()) {
    const content = withdrawalOf(amountText(amounts[n] ?? 0));
    books.know(claimed(`request-${n}`, content, second, confirmed(second + 2)));
  }
  for (let tick = 0; tick <= 32; tick++) {
    const booked = requests.reduce((sum, { parts }, n) => {
      const share = (amounts[n] ?? 0) / 3;
      const sizes = [[3], [1, 2], [1, 1, 1]][parts.length - 1] ?? [];
      return (
        sum +
        parts.reduce((all, at, part) => all + (at <= tick ? share * (sizes[part] ?? 0) : 0), 0)
      );
    }, 0);
    const came = deposits.filter((at) => at <= tick).length * 7;
    const snapshot = snapshotAt(tick * TICK_SECONDS, {
      BTC: amountText(5 * UNITS - booked + came),
    });
    books.snapshots.set(snapshot.scheduledFor, snapshot);
    await reconcile(books.ports(), snapshot, {});
  }
  return books;
}

describe('what the service books days late, in parts', () => {
  it('is never a difference, and shows whole in the end', async () => {
    await fc.assert(
      fc.asyncProperty(lateWorld, async (given) => {
        const books = await runLate({ ...given, deposits: [] });
        expect([...books.breaks.values()]).toEqual([]);
        expect(books.pendingClaims?.claims ?? []).toEqual([]);
        for (const [n] of given.requests.entries()) {
          const shown = books
            .standing()
            .flatMap(({ movements }) => movements)
            .filter(({ instructionId }) => instructionId === `request-${n}`);
          const sum = shown.reduce((all, each) => all + units(each.amount), 0n);
          expect(sum).toBe(BigInt(-LATE_UNITS * (n + 1)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves opening, movements, unexplained and closing exact, whatever comes in beside it', async () => {
    await fc.assert(
      fc.asyncProperty(lateWorld, async (given) => {
        const books = await runLate(given);
        for (const { opening, closing, movements, unexplained } of books.standing()) {
          const moved = movements.reduce((all, each) => all + units(each.amount), 0n);
          expect(units(opening) + moved + units(unexplained)).toBe(units(closing));
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** Two replicas that take turns: each reading is answered by one that has booked everything, or not the last few requests. */
const turningWorld = fc.record({
  requests: fc.array(fc.integer({ min: 5, max: 600 }), { minLength: 1, maxLength: 4 }),
  behind: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
  bookings: fc.integer({ min: 1, max: 3 }),
  debit: fc.option(fc.integer({ min: 12, max: 22 }), { nil: null }),
});

/** `quiet`: for how long nothing was sent before they take turns. */
async function runTurning(
  {
    requests,
    behind,
    bookings,
    debit,
  }: typeof turningWorld extends fc.Arbitrary<infer W> ? W : never,
  quiet: number,
) {
  const books = new InMemoryBooks();
  const seconds = requests.toSorted((a, b) => a - b);
  const amount = (n: number) => Math.round(amountOf(n) * UNITS);
  for (const [n, second] of seconds.entries()) {
    const content = withdrawalOf(amountText(amount(n)));
    books.know(claimed(`request-${n}`, content, second, confirmed(second + 2)));
  }
  for (const [tick, isBehind] of [false, ...behind, false].entries()) {
    const read = tick * TICK_SECONDS + READ_AFTER_SECONDS;
    const executed = seconds.filter((second) => second + 1 <= read).length;
    const mayTurn = read > (seconds.at(-1) ?? 0) + quiet;
    const booked = mayTurn ? Math.max(0, executed - (isBehind ? bookings : 0)) : executed;
    const gone = seconds.slice(0, booked).reduce((sum, _, n) => sum + amount(n), 0);
    const foreign = debit !== null && tick >= debit ? 7 : 0;
    books.snapshots.set(
      at(tick * TICK_SECONDS),
      snapshotAt(tick * TICK_SECONDS, { BTC: amountText(5 * UNITS - gone - foreign) }),
    );
    await reconcile(books.ports(), { client: 'main', scheduledFor: at(tick * TICK_SECONDS) }, {});
  }
  return { books, amounts: seconds.map((_, n) => -amount(n)) };
}

describe('replicas of the service that take turns', () => {
  it('leave no difference behind, and each request whole, once all have booked', async () => {
    await fc.assert(
      fc.asyncProperty(turningWorld, async (given) => {
        const { books, amounts } = await runTurning({ ...given, debit: null }, WINDOW_SECONDS);
        for (const [n, expected] of amounts.entries()) {
          const shown = books
            .standing()
            .flatMap(({ movements }) => movements)
            .filter(({ instructionId }) => instructionId === `request-${n}`);
          expect(shown.reduce((sum, each) => sum + units(each.amount), 0n)).toBe(BigInt(expected));
        }
        expect(openIn(books)).toEqual({});
        expect(books.pendingClaims?.claims ?? []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('hide no debit of another amount: unexplained comes to exactly that', async () => {
    await fc.assert(
      fc.asyncProperty(turningWorld, async (given) => {
        const { books } = await runTurning(given, 1);
        const sum = books.standing().reduce((all, { unexplained }) => all + units(unexplained), 0n);
        expect(sum).toBe(given.debit === null ? 0n : -7n);
      }),
      { numRuns: 40 },
    );
  });
});

/** Decimal text of at most nine fraction digits as a whole number of them. */
function units(text = '0'): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(9, '0'));
  return text.startsWith('-') ? -value : value;
}
