import { beforeAll, describe, expect, it } from 'vitest';
import { rollForwardReport } from '../../../reporting/registers/roll-forward.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { type RollForwardLine, rollForward } from '../../../treasury/statements/roll-forward.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { MONTHS, RULES, type TwoYears, twoYears, ZONES } from '../../importers/two-years.ts';
import { TENANT } from '../../samples/snapshots.ts';

let years: TwoYears;
beforeAll(async () => {
  years = await twoYears();
}, 120_000);

async function monthsIn(timeZone: string) {
  const ports = years.portsAt('2026-07-15T00:00:00.000Z');
  return await Promise.all(
    MONTHS.map(async (month) => ({
      month,
      found: await statementOfMonth(ports, { tenant: TENANT, month, timeZone }, RULES),
    })),
  );
}

function sum(lines: readonly RollForwardLine[], of: 'amount' | 'value'): string {
  return lines.reduce((all, line) => all.plus(line[of] ?? '0'), new Decimal(0)).toFixed();
}

describe.each(ZONES)('the roll-forward of two years in %s', (zone) => {
  it('opens every month with what the one before closed with, in each currency and in total', async () => {
    const lines = rollForward(await monthsIn(zone));
    const ends = (currency: string | null) =>
      lines.filter(
        (each) => each.currency === currency && ['opening', 'closing'].includes(each.line),
      );
    const names = [...new Set(lines.map(({ currency }) => currency))];
    expect(names).toEqual(expect.arrayContaining(['BTC', 'CHF', 'MATIC', 'POL', 'USD', null]));
    for (const currency of names) {
      const all = ends(currency);
      for (let place = 1; place + 1 < all.length; place += 2) {
        const [closing, opening] = [all[place], all[place + 1]];
        expect([closing?.line, opening?.line]).toEqual(['closing', 'opening']);
        expect({ amount: opening?.amount, value: opening?.value }).toEqual({
          ...{ amount: closing?.amount, value: closing?.value },
        });
      }
    }
  });

  it('ties every month, in amounts and in values, and no frozen month was restated', async () => {
    const lines = rollForward(await monthsIn(zone));
    const groups = Map.groupBy(lines, ({ month, currency }) => `${month} ${currency}`);
    expect(groups.size).toBeGreaterThan(23 * 4);
    for (const [name, group] of groups) {
      const led = group.filter(({ line }) => line !== 'closing');
      const closing = group.find(({ line }) => line === 'closing');
      expect([name, sum(led, 'value')]).toEqual([name, closing?.value]);
      if (closing?.amount !== null)
        expect([name, sum(led, 'amount')]).toEqual([name, closing?.amount]);
    }
    expect(lines.filter(({ line }) => line === 'restated')).toEqual([]);
  });

  it('names what entered and left valuation, and what moved without a price', async () => {
    const kinds = new Set(rollForward(await monthsIn(zone)).map(({ line }) => line));
    for (const kind of [
      ...(['enters-valuation', 'leaves-valuation', 'movements-without-price'] as const),
      ...(['outside-valuation', 'revaluation', 'withdrawal', 'unexplained'] as const),
    ]) {
      expect([kind, kinds.has(kind)]).toEqual([kind, true]);
    }
  });

  it('has the statements that it is of, and names a month without a snapshot', async () => {
    const months = await monthsIn(zone);
    const made = { tenant: TENANT, generatedAt: '2026-07-15T00:00:00.000Z' };
    const { rows } = rollForwardReport(months, made).parts[2] ?? {};
    const states = [...(rows as readonly { state: string; digest: string | null }[])];
    expect(states.filter(({ state }) => state === 'no-snapshot')).toHaveLength(1);
    expect(states.filter(({ digest }) => digest !== null)).toHaveLength(23);
  });
});

describe('statements', () => {
  it('say how much a month before is known differently by: the roll-forward of them ties all the same', async () => {
    const months = await monthsIn('UTC');
    const [first, second] = months;
    if (first?.found == null || second?.found == null) throw new Error('no statement');
    const { statement } = first.found;
    const currencies = statement.currencies.map((each) =>
      each.currency === 'USD'
        ? {
            ...each,
            opening: { ...each.opening, amount: '1', value: '1' },
            closing: { ...each.closing, amount: '1', value: '1' },
            movements: [],
            revaluation: '0',
          }
        : each,
    );
    const other = { ...first.found, statement: { ...statement, currencies } };
    const lines = rollForward([{ ...first, found: other }, second]);
    const restated = lines.find(({ currency, line }) => currency === 'USD' && line === 'restated');
    const closed = statement.currencies.find(({ currency }) => currency === 'USD')?.closing.amount;
    expect(restated?.amount).toBe(new Decimal(closed ?? '0').minus(1).toFixed());
  });
});
