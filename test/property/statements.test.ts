import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../treasury/money/decimal.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { isIntact } from '../../treasury/statements/build-statement.ts';
import { freezeMonths } from '../../treasury/statements/freeze-months.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import { statementOfMonth, workedOut } from '../../treasury/statements/statement-of-month.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { TENANT } from '../samples/snapshots.ts';
import { shareOf } from '../thoroughness.ts';
import { ScriptedTreasury, snapshotOf } from '../unit/statements/scripted-month.ts';

const MONTHS = ['2026-02', '2026-03', '2026-04', '2026-05'];
const FIRST = Date.parse('2026-02-01T00:00:00.000Z');
const LAST = Date.parse('2026-05-31T23:00:00.000Z');
const LATER = '2026-09-01T00:00:00.000Z';

const amount = fc
  .integer({ min: 0, max: 10 ** 9 })
  .map((units) => `${new Decimal(units).div(1e6)}`);
const price = fc.integer({ min: 1, max: 10 ** 7 }).map((cents) => `${new Decimal(cents).div(100)}`);
const snapshot = fc.record({
  tick: fc
    .integer({ min: FIRST / 60_000, max: LAST / 60_000 })
    .map((minute) => instantOf(minute * 60_000)),
  totals: fc.record({ BTC: amount, ETH: amount, USD: amount }, { requiredKeys: [] }),
  prices: fc.option(fc.record({ BTC: price, ETH: price }, { requiredKeys: [] })),
  isReconciled: fc.boolean(),
});
const history = fc.record({
  // In the order of arrival, which is not that of the ticks.
  snapshots: fc.uniqueArray(snapshot, {
    minLength: 1,
    maxLength: 25,
    selector: ({ tick }) => tick,
  }),
  timeZone: fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York', 'Pacific/Auckland'),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

async function treasuryOf({ snapshots }: History): Promise<ScriptedTreasury> {
  const treasury = new ScriptedTreasury();
  for (const { tick, totals, prices, isReconciled } of snapshots) {
    const taken = snapshotOf(tick, totals, prices);
    treasury.books.snapshots.put(taken);
    if (isReconciled) await reconcile(treasury.books.ports(), taken, {});
  }
  return treasury;
}

async function statementsOf(treasury: ScriptedTreasury, timeZone: string) {
  const rules = { graceSeconds: 0, frozenTimeZones: [] };
  const found: Statement[] = [];
  for (const month of MONTHS) {
    const command = { tenant: TENANT, month, timeZone };
    const answer = await statementOfMonth(treasury.statementPorts(LATER), command, rules);
    if (answer !== null) found.push(answer.statement);
  }
  return found;
}

function sum(texts: readonly (string | null)[]): string {
  return texts.reduce((all, text) => all.plus(text ?? '0'), new Decimal(0)).toFixed();
}

/** What is held at an end of a month, by currency; nothing held is not named. */
function held({ currencies }: Statement, end: 'opening' | 'closing') {
  return currencies
    .filter((each) => each[end].amount !== '0')
    .map((each) => [each.currency, each[end]]);
}

describe('the statements of months that follow each other', () => {
  it('open with what the one before closed on, balance, price and value', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const statements = await statementsOf(await treasuryOf(given), given.timeZone);
        for (const [index, statement] of statements.slice(1).entries()) {
          const before = statements[index];
          if (before !== undefined)
            expect(held(statement, 'opening')).toEqual(held(before, 'closing'));
          expect(statement.totals.opening).toBe(before?.totals.closing ?? statement.totals.opening);
        }
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('add up to the last digit, reconciled or not: amounts, values and totals', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        for (const { currencies, totals } of await statementsOf(
          await treasuryOf(given),
          given.timeZone,
        )) {
          for (const { opening, movements, closing, revaluation, reconciling } of currencies) {
            expect(sum([opening.amount, ...movements.map((each) => each.amount)])).toBe(
              closing.amount,
            );
            expect(revaluation === null).toBe(reconciling !== undefined);
            const effects = [revaluation, reconciling?.value ?? null];
            const values = [opening.value, ...movements.map((each) => each.value), ...effects];
            expect(sum(values)).toBe(closing.value ?? '0');
          }
          const { opening, movements, revaluation, reconciling, closing } = totals;
          expect(sum([opening, movements, revaluation, reconciling])).toBe(closing);
        }
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('say for ever what they said when they were frozen, and what is different today', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (given, more) => {
        const treasury = await treasuryOf(given);
        const ports = treasury.statementPorts('2026-06-15T00:00:00.000Z');
        const rules = { graceSeconds: 0, frozenTimeZones: [given.timeZone] };
        const done = await freezeMonths(ports, TENANT, rules);
        for (const { tick, totals, prices } of more.snapshots) {
          const taken = snapshotOf(tick, totals, prices);
          if (!treasury.books.snapshots.put(taken)) continue;
          await reconcile(treasury.books.ports(), taken, {});
        }
        for (const statement of done) {
          const command = { tenant: TENANT, month: statement.month, timeZone: given.timeZone };
          const found = await statementOfMonth(ports, command, rules);
          expect(found?.statement).toEqual(statement);
          expect(isIntact(statement)).toBe(true);
          const today = await workedOut(ports.books, command, ports.readFrozen);
          // What was read since may wait to be reconciled: then nothing is known of the month today.
          if (today === null) continue;
          const { currencies } = today;
          expect(found?.later.length === 0).toBe(
            JSON.stringify(currencies) === JSON.stringify(statement.currencies),
          );
        }
      }),
      { numRuns: shareOf(40) },
    );
  });
});
