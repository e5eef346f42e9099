import { randomBelow, STREAM } from '../../sandbox/market/seeded-random.ts';
import type { BreakKind } from '../../treasury/facts/break-facts.ts';
import type { TradeSide } from '../../treasury/outcomes/outcome.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { DEMO_DATA_DAYS, HOUR_MS } from './period.ts';

/** The part of the final holdings that an amount is, in thousandths. */
type Thousandths = number;

/** Something that happens in a made-up history. */
export type ScriptedEvent = { readonly at: Instant } & (
  | {
      readonly kind: 'movement';
      readonly currency: string;
      readonly of: Thousandths;
      readonly name: BreakKind;
      readonly comment: string;
    }
  | {
      readonly kind: 'trade';
      readonly instrument: string;
      readonly side: TradeSide;
      /** Thousandths of the final holdings of the quote currency. */
      readonly of: Thousandths;
    }
  /** Its outcome is not known until two people settle it. */
  | { readonly kind: 'uncertain-withdrawal'; readonly currency: string; readonly of: Thousandths }
  | { readonly kind: 'declined-withdrawal'; readonly currency: string; readonly of: Thousandths }
  /** Brings the balance to its final value. */
  | { readonly kind: 'last-inflow'; readonly currency: string }
);

/** Held at the beginning, in thousandths of what is held at the end. */
export const KEPT: Thousandths = 750;

/** The same of what begins otherwise: BTC below the low of its rule, SOL a little above what its rule keeps. */
export const HELD_AT_FIRST: Readonly<Record<string, Thousandths>> = {
  BTC: 820,
  SOL: 950,
  CHF: 700,
};

/** From here on BTC is sold for the costs of the quarter, so many days before the end. */
const FIRST_SALE_DAY = 21;

/** Days before the end in which nothing leaves: the rolling limits of rules begin without it. */
export const CALM_DAYS = 3;

/** After a tick, far from the next one: a request and its quarantine lie between two snapshots. */
const MINUTES_AFTER_TICK = 20;

/** Hours before the end at which each currency comes to what is held then. */
const LAST_INFLOWS: readonly (readonly [string, number])[] = [
  ['USDC', 40],
  ['EUR', 31],
  ['USD', 28],
  ['ETH', 22],
  ['CHF', 20],
  ['SOL', 12],
  ['BTC', 6],
];

/** The quarters of a day, which is where the coarse ticks are. */
type Slot = 0 | 1 | 2 | 3;

/** A number of the day, from one to another, both included. */
type Drawn = (least: Thousandths, most: Thousandths) => Thousandths;

/** Everything that happens in a history that ends at a tick, in the order of time. */
export function scriptUntil(last: Instant, seed: number): readonly ScriptedEvent[] {
  const lastMs = Date.parse(last);
  const atHours = (hours: number): Instant =>
    instantOf(lastMs - hours * HOUR_MS + MINUTES_AFTER_TICK * 60_000);
  const events: ScriptedEvent[] = [];
  for (let day = DEMO_DATA_DAYS - 1; day >= CALM_DAYS; day--) {
    const at = (slot: Slot): Instant => atHours(day * 24 - slot * 6);
    const drawn: Drawn = (least, most) =>
      least + randomBelow(most - least + 1, seed, STREAM.activity, day);
    events.push(...coins(day, at, drawn), ...banks(day, at, drawn), ...requests(day, at));
  }
  for (const [currency, hours] of LAST_INFLOWS) {
    events.push({ at: atHours(hours), kind: 'last-inflow', currency });
  }
  return events.sort((a, b) => (a.at < b.at ? -1 : 1));
}

function coins(day: number, at: (slot: Slot) => Instant, drawn: Drawn): readonly ScriptedEvent[] {
  const events: ScriptedEvent[] = [];
  const deposit = (slot: Slot, currency: string, of: Thousandths, comment: string): void => {
    events.push(movement(at(slot), currency, of, 'deposit', comment));
  };
  const paid = `${CUSTOMERS[day % CUSTOMERS.length]}, ${invoice(day)}`;
  if (day % 4 === 1) deposit(1, 'USDC', drawn(90, 190), paid);
  if (day % 6 === 2) deposit(0, 'ETH', drawn(70, 150), paid);
  // Until it is sold: what is sold in the last weeks is not there to be swept.
  if (day % 15 === 7 && day > FIRST_SALE_DAY) deposit(2, 'BTC', drawn(400, 460), paid);
  if (day % 7 === 4)
    events.push(movement(at(1), 'SOL', 3, 'interest', 'staking reward of the week'));
  if (day % 12 === 5) deposit(3, 'SOL', drawn(30, 60), 'unstaked for the working capital');
  return events;
}

/** The made-up customers: no firm that there is. */
const CUSTOMERS = [
  'Nordlicht Logistik GmbH',
  'Atelier Fontanella SA',
  'Harbour & Quay Foods Ltd',
  'Bergquell Maschinenbau AG',
  'Tessera Data BV',
] as const;

/** The number of the invoice that a payment of a day is for: they count up as the days go by. */
function invoice(day: number): string {
  return `invoice ${4_100 + (DEMO_DATA_DAYS - day) * 3}`;
}

/** Banks work on working days. */
function banks(day: number, at: (slot: Slot) => Instant, drawn: Drawn): readonly ScriptedEvent[] {
  const weekday = new Date(at(1)).getUTCDay();
  const paid = (currency: string, least: Thousandths, most: Thousandths): ScriptedEvent =>
    movement(
      at(1),
      currency,
      drawn(least, most),
      'deposit',
      `${CUSTOMERS[(day + 2) % CUSTOMERS.length]}, ${invoice(day)}`,
    );
  switch (weekday) {
    case 1:
      return [paid('USD', 250, 420)];
    case 2:
      return [paid('EUR', 150, 250)];
    case 4:
      return [paid('EUR', 120, 200)];
    default:
      return [];
  }
}

/** The single events: each of these is a story of its own. */
function requests(day: number, at: (slot: Slot) => Instant): readonly ScriptedEvent[] {
  switch (day) {
    case 80:
    case 38:
      return [{ at: at(3), kind: 'trade', instrument: 'ETH/USD', side: 'buy', of: 50 }];
    case 66:
    case 24:
      return [{ at: at(3), kind: 'trade', instrument: 'BTC/USD', side: 'sell', of: 40 }];
    case 52:
    case 10:
      return [{ at: at(0), kind: 'trade', instrument: 'BTC/EUR', side: 'buy', of: 60 }];
    // Above what a trader may place alone: a colleague approves each.
    case FIRST_SALE_DAY:
    case 17:
    case 13:
    case 9:
      return [{ at: at(3), kind: 'trade', instrument: 'BTC/USD', side: 'sell', of: 240 }];
    case 70:
      return [movement(at(1), 'CHF', 250, 'transfer', 'from the franc account at the house bank')];
    case 47:
      // Money that went out without Sluice: an alarm, until two people have explained and closed it.
      return [
        movement(at(3), 'USD', -1, 'fee', 'account fee of the quarter, statement 9 of the bank'),
      ];
    case 33:
      return [{ at: at(2), kind: 'uncertain-withdrawal', currency: 'USDC', of: 40 }];
    case 20:
      return [{ at: at(0), kind: 'declined-withdrawal', currency: 'EUR', of: 100 }];
    default:
      return [];
  }
}

function movement(
  at: Instant,
  currency: string,
  of: Thousandths,
  name: BreakKind,
  comment: string,
): ScriptedEvent {
  return { at, kind: 'movement', currency, of, name, comment };
}
