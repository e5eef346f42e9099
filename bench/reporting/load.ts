import { createHash } from 'node:crypto';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { Balance } from '../../treasury/valuation/balance.ts';
import type { Price } from '../../treasury/valuation/price.ts';
import { valueBalances } from '../../treasury/valuation/value.ts';
import { seeded } from '../seeded.ts';

/*
 * The load that is measured: a snapshot every five minutes. Every price moves at every snapshot, each balance
 * about once an hour. Of fifty currencies forty have a price in USD, eight come by way of USDT, two have their
 * price the other way round, which takes a division and gives values of eighteen digits.
 */

export const TENANT = 'main';
export const EVERY_SECONDS = 300;
export const PER_HOUR = 3_600 / EVERY_SECONDS;
export const PER_DAY = 24 * PER_HOUR;
export const START = '2025-01-01T00:00:00.000Z';

/** Chance that a balance moves between two snapshots. */
const BALANCE_MOVES = 1 / PER_HOUR;
const KNOWN = ['BTC', 'ETH', 'USDT', 'USDC', 'EUR', 'SOL', 'XRP', 'ADA', 'DOT', 'LTC'];

export function tickOf(index: number): Instant {
  return plusSeconds(START, index * EVERY_SECONDS);
}

/** The currency that single queries ask for. */
export const ASKED = 'BTC';

/** Snapshots one after the other; the same ones for the same number of currencies. */
export function load(currencies: number): (index: number) => SnapshotTaken {
  const random = seeded(currencies);
  const names = Array.from({ length: currencies }, (_, index) => KNOWN[index] ?? `C${index}X`);
  const held = names.map((_, index) => amountOf(random, index));
  const mids = names.map((_, index) => 10 ** ((index % 9) - 3) * (1 + random() * 9));
  return (index) => {
    const balances: [string, Balance][] = [];
    const prices: [string, Price][] = [];
    for (const [at, name] of names.entries()) {
      if (random() < BALANCE_MOVES) held[at] = amountOf(random, at);
      const mid = (mids[at] ?? 1) * (1 + (random() - 0.5) / 500);
      mids[at] = mid;
      const total = held[at] ?? '0';
      balances.push([name, { total, available: total }]);
      prices.push([instrumentOf(name, at), { bid: mid.toPrecision(8), ask: above(mid) }]);
    }
    return snapshotOf(tickOf(index), Object.fromEntries(balances), Object.fromEntries(prices));
  };
}

function snapshotOf(
  scheduledFor: Instant,
  balances: Readonly<Record<string, Balance>>,
  read: Readonly<Record<string, Price>>,
): SnapshotTaken {
  const prices = Object.fromEntries(
    Object.entries(read).map(([name, { bid, ask }]) => [
      name,
      { bid: plain(bid), ask: plain(ask) },
    ]),
  );
  const rawBalances = JSON.stringify({ balances });
  const takenAt = plusSeconds(scheduledFor, 1);
  return {
    kind: 'taken',
    tenant: TENANT,
    scheduledFor,
    takenAt,
    balances,
    prices,
    valuation: valueBalances(balances, prices, 'USD'),
    rawBalances,
    rawBalancesDigest: createHash('sha256').update(rawBalances).digest('hex'),
    inputs: {
      balances: { source: 'service.example/v1/balances', readAt: takenAt, ageMs: 412 },
      prices: { source: 'service.example/v1/prices', readAt: takenAt, ageMs: 133 },
    },
  };
}

function instrumentOf(name: string, index: number): string {
  if (name === 'USDT' || index % 25 < 20) return `${name}/USD`;
  return index % 25 === 24 ? `USD/${name}` : `${name}/USDT`;
}

function amountOf(random: () => number, index: number): string {
  return plain((10 ** (index % 6) * (1 + random() * 9)).toFixed(8));
}

function above(mid: number): string {
  return (mid * 1.0004).toPrecision(8);
}

/** As a service writes it: no exponent, no zeros at the end. */
function plain(text: string): string {
  const digits = text.includes('e') ? Number(text).toFixed(12) : text;
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
