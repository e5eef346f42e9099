import { beforeAll, describe, expect, it } from 'vitest';
import { rollForwardReport } from '../../../reporting/registers/roll-forward.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import type { ReportRate } from '../../../treasury/report-values/used-rate.ts';
import { freezeMonths } from '../../../treasury/statements/freeze-months.ts';
import { boundsOfMonth } from '../../../treasury/statements/month.ts';
import { type RollForwardLine, rollForward } from '../../../treasury/statements/roll-forward.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { ScriptedTreasury, snapshotOf } from './scripted-month.ts';

/* Two years of a treasury that meets everything that once broke the chain of its months. */
const ZONES = ['UTC', 'Pacific/Auckland'] as const;
const MONTHS = Array.from({ length: 24 }, (_, index) => {
  const month = 5 + index;
  return `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
});
const DAY = 86_400;
const GRACE = DAY;
const RULES = { graceSeconds: GRACE, frozenTimeZones: ZONES };

/** CHF has no price. A manual rate begins in the fifth month, and ends in the middle of the twentieth. */
const RATE: ReportRate = {
  ...{ id: 'chf', version: 1, currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2024-10-10', until: '2026-01-15', label: 'francs' },
} as unknown as ReportRate;

/** The 12th month has no snapshot at all. */
const SILENT = 11;

interface Drawn {
  readonly held: Record<string, string>;
  readonly prices: Record<string, string> | null;
}

/** What is held at a day of a month, and the prices: all of it follows from the numbers. */
function drawn(index: number, day: number): Drawn {
  const step = index * 31 + day;
  // Swept to zero every third month: the service omits what is zero.
  const isSwept = index % 3 === 2 && day > 10;
  const token = index < 9 ? 'MATIC' : 'POL';
  const held: Record<string, string> = {
    USD: `${1_000_000 + step * 1_234.56}`,
    CHF: `${20_000 + (step % 7) * 100}`,
    ...(isSwept ? {} : { BTC: `${2 + (step % 5) / 8}` }),
    [token]: `${5_000 + (step % 3) * 10}`,
  };
  // Gaps: at the end of every seventh month, and for a token at the end of every fifth.
  if (index % 7 === 6 && day > 25) return { held, prices: null };
  const priced = index % 5 === 4 && day > 25 ? {} : { [token]: `${0.4 + (step % 11) / 100}` };
  return { held, prices: { BTC: `${60_000 + step * 17}`, ...priced } };
}

function tickOf(month: string, day: number, hour = 9): Instant {
  return `${month}-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;
}

async function twoYears() {
  const treasury = new ScriptedTreasury();
  const portsAt = (now: Instant) => {
    const ports = treasury.statementPorts(now);
    return { ...ports, books: { ...ports.books, rates: async () => [RATE] } };
  };
  for (const [index, month] of MONTHS.entries()) {
    if (index !== SILENT) await readMonth(treasury, index, month);
    for (const zone of ZONES) {
      const now = plusSeconds(boundsOfMonth(month, zone).to, GRACE + 60);
      await freezeMonths(portsAt(now), TENANT, { ...RULES, frozenTimeZones: [zone] });
    }
    // A snapshot of the month that is already frozen arrives, and shows other balances.
    if (index % 6 === 3) {
      const { held, prices } = drawn(index, 17);
      await treasury.arrives(snapshotOf(tickOf(month, 28, 23), held, prices));
    }
  }
  return { treasury, portsAt };
}

async function readMonth(treasury: ScriptedTreasury, index: number, month: string): Promise<void> {
  for (const [day, hour] of [
    [1, 2],
    [8, 9],
    [15, 9],
    [28, 9],
    // In Auckland this is the next month's.
    ...(index % 2 === 0 ? [[28, 22] as const] : []),
  ] as const) {
    const { held, prices } = drawn(index, day);
    if (day === 15 && index % 4 === 1) books(treasury, index, month);
    await treasury.reads(tickOf(month, day, hour), held, prices);
  }
}

/** Confirmed in this month; the service books it in the next one, where it is what moved BTC. */
function books(treasury: ScriptedTreasury, index: number, month: string): void {
  const at = tickOf(month, 28, 23);
  treasury.sends(
    `late-${index}`,
    at,
    {
      ...{ kind: 'withdrawal', currency: 'BTC', amount: '0.125' },
      ...{ withdrawalAccountId: 'account', accountLabel: 'Cold storage' },
    } as never,
    {
      ...{ state: 'confirmed', at, evidence: '' },
      confirmation: { kind: 'withdrawal', withdrawals: [] },
    } as never,
  );
}

type Years = Awaited<ReturnType<typeof twoYears>>;
let years: Years;
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
