import { Decimal } from '../../treasury/money/decimal.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import { freezeMonths } from '../../treasury/statements/freeze-months.ts';
import { boundsOfMonth } from '../../treasury/statements/month.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import { statementOfMonth } from '../../treasury/statements/statement-of-month.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { TENANT } from '../samples/snapshots.ts';
import { ScriptedTreasury, snapshotOf } from '../unit/statements/scripted-month.ts';
import { lateBooking, soldBitcoin, UNANSWERED, withoutAnswer } from './instructions-of-a-month.ts';

/*
 * Two years of a made-up treasury that meets everything that once broke the chain of its months: zeros that the service
 * omits, a currency that is renamed, gaps in prices, a manual rate that begins and ends, a month without a snapshot, late
 * bookings and snapshots, outcomes that become known and differences that people explain between two reports, in two time
 * zones. All of it follows from the numbers of month and day.
 */

export const ZONES = ['UTC', 'Pacific/Auckland'] as const;
export const MONTHS = Array.from({ length: 24 }, (_, index) => {
  const month = 5 + index;
  return `${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
});
const HOUR = 3_600;
const DAY = 86_400;
const GRACE = DAY;
export const RULES = { graceSeconds: GRACE, frozenTimeZones: ZONES };

/** CHF has no price. A manual rate begins in the fifth month, and ends in the middle of the twentieth. */
const RATE: ReportRate = {
  ...{ id: 'chf', version: 1, currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2024-10-10', until: '2026-01-15', label: 'francs' },
} as unknown as ReportRate;

/** The 12th month has no snapshot at all. */
const SILENT = 11;

/** A statement as it was fetched: twice while its month may change, and once it is frozen. */
export interface Fetched {
  readonly month: string;
  readonly timeZone: (typeof ZONES)[number];
  readonly at: Instant;
  readonly statement: Statement;
}

interface Drawn {
  readonly held: Record<string, string>;
  readonly prices: Record<string, string> | null;
}

/** What is held at a day of a month, and the prices. */
function drawn(index: number, day: number): Drawn {
  const step = index * 31 + day;
  // Swept to zero every third month: the service omits what is zero.
  const isSwept = index % 3 === 2 && day > 10;
  const token = index < 9 ? 'MATIC' : 'POL';
  const held: Record<string, string> = {
    USD: new Decimal('1234.56').times(step).plus(1_000_000).toFixed(),
    // More digits than an account in a bank has: the statement of the account rounds, and says so.
    EUR: new Decimal('0.0625').times(step).plus(250_000).toFixed(),
    JPY: String(9_000_000 + (step % 4) * 125),
    GBP: new Decimal(50_000).minus(withdrawnPounds(index, day)).toFixed(),
    CHF: String(20_000 + (step % 7) * 100),
    ...(isSwept ? {} : { BTC: new Decimal(step % 5).div(8).plus(2).toFixed() }),
    [token]: String(5_000 + (step % 3) * 10),
  };
  // Gaps: at the end of every seventh month, and for a token at the end of every fifth.
  if (index % 7 === 6 && day > 25) return { held, prices: null };
  const cents = new Decimal(step % 11).div(100);
  const priced = index % 5 === 4 && day > 25 ? {} : { [token]: cents.plus('0.4').toFixed() };
  const fiat = { EUR: cents.plus('1.05').toFixed(), JPY: '0.0066', GBP: '1.27' };
  return { held, prices: { BTC: String(60_000 + step * 17), ...fiat, ...priced } };
}

/** Every fifth month a withdrawal of pounds is never answered, and shows in the middle of the month. */
const isUnanswered = (index: number) => index % 5 === 3;

function withdrawnPounds(index: number, day: number): Decimal {
  const months = Array.from({ length: index + 1 }, (_, each) => each).filter(isUnanswered);
  const times = months.filter((each) => each < index || day >= 15).length;
  return new Decimal(UNANSWERED).times(times);
}

function tickOf(month: string, day: number, hour = 9): Instant {
  return `${month}-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;
}

export type TwoYears = Awaited<ReturnType<typeof twoYears>>;

/** All of them, or the first months. */
export async function twoYears(count: number = MONTHS.length) {
  const treasury = new ScriptedTreasury();
  const portsAt = (now: Instant) => {
    const ports = treasury.statementPorts(now);
    return { ...ports, books: { ...ports.books, rates: async () => [RATE] } };
  };
  const fetched: Fetched[] = [];
  const fetch = async (month: string, timeZone: Fetched['timeZone'], at: Instant) => {
    const query = { tenant: TENANT, month, timeZone };
    const found = await statementOfMonth(portsAt(at), query, RULES);
    if (found !== null) fetched.push({ month, timeZone, at, statement: found.statement });
  };
  for (const [index, month] of MONTHS.slice(0, count).entries()) {
    if (index !== SILENT) await readMonth(treasury, { index, month, fetch });
    for (const zone of ZONES) {
      const { to } = boundsOfMonth(month, zone);
      await fetch(month, zone, plusSeconds(to, 60));
      const now = plusSeconds(to, GRACE + 60);
      await freezeMonths(portsAt(now), TENANT, { ...RULES, frozenTimeZones: [zone] });
      await fetch(month, zone, now);
    }
    // A snapshot of the month that is already frozen arrives, and shows other balances.
    if (index % 6 === 3) {
      const { held, prices } = drawn(index, 17);
      await treasury.arrives(snapshotOf(tickOf(month, 28, 23), held, prices));
    }
  }
  return { treasury, portsAt, fetched };
}

interface MonthToRead {
  readonly index: number;
  readonly month: string;
  readonly fetch: (month: string, timeZone: Fetched['timeZone'], at: Instant) => Promise<void>;
}

async function readMonth(
  treasury: ScriptedTreasury,
  { index, month, fetch }: MonthToRead,
): Promise<void> {
  const { from: begins, to: endsThere } = boundsOfMonth(month, 'Pacific/Auckland');
  const reads = async (day: number, tick = tickOf(month, day)) => {
    const { held, prices } = drawn(index, day);
    await treasury.reads(tick, held, prices);
  };
  await reads(1, tickOf(month, 1, 2));
  await reads(8);
  // One difference is explained before the first report; another one between two reports.
  await treasury.nameAndClose('deposit', 'customers', begins);
  if (index % 4 === 0) lateBooking(treasury, index, tickOf(month, 28, 23));
  if (index % 4 === 2) soldBitcoin(treasury, index, tickOf(month, 15, 8));
  const settle = isUnanswered(index)
    ? withoutAnswer(treasury, index, tickOf(month, 15, 8))
    : undefined;
  await reads(15);
  for (const zone of ZONES) await fetch(month, zone, tickOf(month, 15, 12));
  await treasury.nameAndClose('fee', 'of the service', begins);
  settle?.(tickOf(month, 20, 9));
  await reads(28);
  // In Auckland this is the next month's, which is never the silent one.
  if (index % 2 === 1) await reads(29, plusSeconds(endsThere, HOUR));
}
