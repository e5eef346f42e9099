import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { stated } from '../stated.ts';
import { shareOf } from '../thoroughness.ts';
import { PlantedBooks } from '../unit/reconciliation/planted-books.ts';
import {
  at,
  claimed,
  confirmed,
  snapshotAt,
  WINDOW_SECONDS,
  withdrawalOf,
} from '../unit/reconciliation/samples.ts';
import {
  amountOf,
  amountText,
  anyWorld,
  bookingsOf,
  CURRENCIES,
  injected,
  openIn,
  READ_AFTER_SECONDS,
  run,
  snapshotsOf,
  TICK_SECONDS,
  UNITS,
  unexplainedIn,
  world,
} from './reconciliation-world.ts';

describe('reconciliation', () => {
  it('finds every injected difference and no other, in any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 0, max: 6 }), async (given, settleBefore) => {
        const books = await run(given, settleBefore);
        const expected = injected(given, snapshotsOf(given));
        expect(unexplainedIn(books)).toEqual(expected);
        expect(openIn(books)).toEqual(expected);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it('finds the sum of what was injected, also where bookings show late beside it', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const books = await run(given, 3);
        for (const currency of CURRENCIES) {
          const found = books.current().filter((flow) => flow.currency === currency);
          const sum = found.reduce((all, { unexplained }) => all + units(unexplained), 0n);
          const wrong = bookingsOf(given).filter((each) => each.currency === currency);
          const expected = wrong.reduce((all, each) => all + (each.injected ? each.units : 0), 0);
          expect(sum).toBe(BigInt(expected));
        }
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('writes the same flows in every order of arrival, and nothing for what comes twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const inOrder = await run({ ...given, order: given.order.map((_, index) => index) }, 0);
        const books = await run(given, 0);
        const bare = (flows: PlantedBooks) =>
          flows.current().map(({ version: _, ...rest }) => rest);
        expect(bare(books)).toEqual(bare(inOrder));
        const { commits } = books;
        for (const snapshot of snapshotsOf(given)) await reconcile(books.ports(), snapshot, {});
        expect(books.commits).toBe(commits);
      }),
      { numRuns: shareOf(100) },
    );
  });

  it('accounts for every change of a balance, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const books = await run(given, 3);
        for (const currency of CURRENCIES) {
          const shown = snapshotsOf(given).map(({ balances }) =>
            units(stated(balances, currency)?.total),
          );
          const flows = books.current().filter((flow) => flow.currency === currency);
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
      { numRuns: shareOf(60) },
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
  const books = new PlantedBooks();
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
    books.snapshots.put(snapshot);
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
            .current()
            .flatMap(({ movements }) => movements)
            .filter(({ instructionId }) => instructionId === `request-${n}`);
          const sum = shown.reduce((all, each) => all + units(each.amount), 0n);
          expect(sum).toBe(BigInt(-LATE_UNITS * (n + 1)));
        }
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('leaves opening, movements, unexplained and closing exact, whatever comes in beside it', async () => {
    await fc.assert(
      fc.asyncProperty(lateWorld, async (given) => {
        const books = await runLate(given);
        for (const { opening, closing, movements, unexplained } of books.current()) {
          const moved = movements.reduce((all, each) => all + units(each.amount), 0n);
          expect(units(opening) + moved + units(unexplained)).toBe(units(closing));
        }
      }),
      { numRuns: shareOf(60) },
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
  const books = new PlantedBooks();
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
    books.snapshots.put(
      snapshotAt(tick * TICK_SECONDS, { BTC: amountText(5 * UNITS - gone - foreign) }),
    );
    await reconcile(books.ports(), { tenant: 'main', scheduledFor: at(tick * TICK_SECONDS) }, {});
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
            .current()
            .flatMap(({ movements }) => movements)
            .filter(({ instructionId }) => instructionId === `request-${n}`);
          expect(shown.reduce((sum, each) => sum + units(each.amount), 0n)).toBe(BigInt(expected));
        }
        expect(openIn(books)).toEqual({});
        expect(books.pendingClaims?.claims ?? []).toEqual([]);
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('hide no debit of another amount: unexplained comes to exactly that', async () => {
    await fc.assert(
      fc.asyncProperty(turningWorld, async (given) => {
        const { books } = await runTurning(given, 1);
        const sum = books.current().reduce((all, { unexplained }) => all + units(unexplained), 0n);
        expect(sum).toBe(given.debit === null ? 0n : -7n);
      }),
      { numRuns: shareOf(40) },
    );
  });
});

/** Decimal text of at most nine fraction digits as a whole number of them. */
function units(text = '0'): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(9, '0'));
  return text.startsWith('-') ? -value : value;
}
