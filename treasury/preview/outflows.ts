import { type CountsRead, countedAhead } from '../counters/shared-counts.ts';
import type { Lane } from '../instructions/lane.ts';
import {
  floorOf,
  hasOutflowBounds,
  type OutflowBound,
  outflowDebits,
} from '../limits/outflow-bounds.ts';
import type { OutflowView } from '../limits/outflow-view.ts';
import { boundsOfWhole, withFeesOfParts } from '../limits/split-bounds.ts';
import type { Decimal } from '../money/decimal.ts';
import { money } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { OutflowBasis } from '../rules/evaluate.ts';
import type { Instant } from '../time/instant.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { type PastReading, pricesAt } from './history.ts';

/* Floors and limits over several currencies in a replayed past. */

/** The part of a world that counts. */
interface Counting {
  readonly lanes: Readonly<Record<string, Lane>>;
  outflowUsage?: Exclude<CountsRead, null>;
}

interface Rules {
  readonly tenant: string;
  readonly controls: Controls;
  readonly accounts: ReadonlyMap<string, RegisteredAccount>;
}

/** What they rest on at a reading; null if the policy has none. */
export function outflowIn(
  { lanes, outflowUsage }: Counting,
  { controls, accounts }: Rules,
  reading: PastReading,
): OutflowBasis | null {
  if (![...accounts.values()].some((account) => hasOutflowBounds(controls, account))) return null;
  return {
    usage: outflowUsage ?? null,
    prices: pricesAt(reading),
    lanes: Object.values(lanes),
    given: [],
  };
}

/** Everything that bounded a sweep: `free` is what the decisions before it left of its currency. */
export function boundsAt(
  view: OutflowView | null,
  { controls, accounts }: Rules,
  swept: {
    readonly currency: string;
    readonly accountId: string;
    readonly free: Decimal;
    readonly rule: Pick<SweepRule, 'split'>;
  },
): readonly OutflowBound[] {
  const account = accounts.get(accountKey(swept.accountId)) ?? null;
  return [
    ...withFeesOfParts(
      floorOf(controls, money(swept.currency, swept.free)),
      swept.rule.split?.parts.length ?? 1,
    ),
    ...boundsOfWhole(view, controls, swept.rule, account),
  ];
}

/** What leaves counts as its claim would. */
export function noteOutflow(
  world: Counting,
  { tenant, controls, accounts }: Rules,
  left: {
    readonly accountId: string;
    readonly amount: string;
    readonly at: Instant;
    readonly prices: PriceReading;
  },
): void {
  const { amount, at, prices } = left;
  const account = accounts.get(accountKey(left.accountId));
  if (account === undefined || !hasOutflowBounds(controls, account)) return;
  const debits = outflowDebits({ prices, now: at }, controls, account, { amount, at });
  if (debits === null) return;
  world.outflowUsage = countedAhead(world.outflowUsage ?? null, 'outflow-usage', tenant, debits);
}
