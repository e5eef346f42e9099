import { billOf } from './bill.ts';
import { inventoryOf } from './inventory.ts';
import type { TickUnits } from './measure-tick.ts';
import type { Load } from './month.ts';

/** A line of the bill that a further tenant adds to. */
export interface FurtherLine {
  readonly of: string;
  readonly before: number;
  readonly now: number;
}

/** USD by lines of the bill, as `npm run cost` had them on 2026-11-27 at 18:59 UTC. */
const BEFORE: Readonly<Record<string, number>> = {
  'usage: ticks, sweeps, requests, and what they store': 0.87,
  'looks at what is due for webhooks': 0.12,
  secrets: 0.4,
  'GB of the access log taken in': 0.01,
  'writes recorded by a trail': 0.18,
  'GB of copies': 0.84,
};

/** Lines below a cent, before and now, are left out. */
const LEAST_USD = 0.005;

/** What the third tenant adds to the bill of two: the second one brings an alarm with it. */
export function furtherTenant(load: Load, tick: TickUnits): readonly FurtherLine[] {
  const [two, three] = [2, 3].map((tenants) =>
    billOf({ ...load, tenants }, tick, inventoryOf(tenants, load.everyMinutes)),
  );
  if (two === undefined || three === undefined) throw new Error('nothing was billed');
  const lines = three.map(({ of, usd }, index) => ({
    of,
    before: BEFORE[of] ?? 0,
    now: usd - (two[index]?.usd ?? 0),
  }));
  return lines.filter(({ before, now }) => Math.max(before, now) >= LEAST_USD);
}
