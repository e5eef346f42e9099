import type { Lane } from '../instructions/lane.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import { type BalanceTrace, notePoint } from './balance-series.ts';
import type { PastReading, PastSweep } from './history.ts';
import type { PastValues } from './shown-values.ts';
import { step } from './step.ts';
import { newWorld, type World, type WorldRules } from './world.ts';

/** The progress of a replay, and the state of both pasts at that point. Plain data. */
export interface ReplayState {
  /** Everything up to this tick has been replayed. */
  until: Instant;
  readings: number;
  first?: Instant;
  /** When the last reading was taken: up to then the record shows the sweeps. */
  shownUntil?: Instant;
  /** By currency: real sweeps of rules since the first reading, added back to the record. */
  added: Record<string, string>;
  draft: World;
  inForce: World;
}

/** The two sides of a comparison, over the same record. */
export interface Sides {
  readonly draft: WorldRules;
  readonly inForce: WorldRules;
}

/** Which of two policies' rules a comparison is about: those of the currencies in which they differ. */
export interface Compared {
  readonly before: Policy;
  readonly after: Policy;
  readonly currencies: readonly string[];
}

export interface SideOptions {
  readonly tenant: string;
  /** All rules count from here, so that an old schedule is as good as a new one. */
  readonly from: Instant;
  readonly assumeApproved: boolean;
}

/** The same sides, whose totals value sweeps as reports do. */
export function shownBy({ draft, inForce }: Sides, { at: shownAt }: PastValues): Sides {
  return { draft: { ...draft, shownAt }, inForce: { ...inForce, shownAt } };
}

/** Both sides as the replay takes them; null without controls: then nothing would ever be swept. */
export function sidesOf(compared: Compared, options: SideOptions): Sides | null {
  const inForce = side(compared.before, compared.currencies, options);
  const draft = side(compared.after, compared.currencies, options);
  return inForce === null || draft === null ? null : { draft, inForce };
}

/** The mode of the past is not on record, and in dry-run or halted there is nothing to see: live. */
function side(
  { controls, accounts, calendars = [], rules }: Policy,
  currencies: readonly string[],
  { tenant, from, assumeApproved }: SideOptions,
): WorldRules | null {
  if (controls === null) return null;
  return {
    tenant,
    rules: rules
      .filter(({ currency }) => currencies.includes(currency))
      .map((rule): SweepRule => ({ ...rule, activeSince: from })),
    calendars,
    accounts: new Map(
      accounts.map(({ usableFrom: _, ...rested }) => [accountKey(rested.id), rested]),
    ),
    controls: { ...controls, mode: 'live', currencyModes: {} },
    assumeApproved,
  };
}

export function newReplay(
  sides: Sides,
  currencies: readonly string[],
  until: Instant,
  lanes: readonly Lane[],
): ReplayState {
  return {
    until,
    readings: 0,
    added: {},
    draft: newWorld(sides.draft, currencies, lanes),
    inForce: newWorld(sides.inForce, currencies, lanes),
  };
}

/**
 * Replays both pasts over a window of readings, oldest first. `sweeps`: the real ones on record, to be added back,
 * oldest first. Changes the state in place; `trace` collects the balances.
 */
export function replay(
  state: ReplayState,
  sides: Sides,
  readings: readonly PastReading[],
  sweeps: readonly PastSweep[],
  trace?: BalanceTrace,
): void {
  let next = 0;
  for (const reading of readings) {
    const { takenAt, scheduledFor } = reading;
    for (let sweep = sweeps[next]; sweep !== undefined; sweep = sweeps[++next]) {
      if (sweep.shownFrom > takenAt) break;
      // The sweeps that the first reading shows happened before the range, in both pasts alike.
      if (state.shownUntil !== undefined && sweep.shownFrom > state.shownUntil) give(state, sweep);
    }
    const after = step(state.draft, sides.draft, reading, state.added);
    const before = step(state.inForce, sides.inForce, reading, state.added);
    if (trace !== undefined) notePoint(trace, scheduledFor, after, before);
    state.readings += 1;
    state.first ??= scheduledFor;
    if (state.shownUntil === undefined || takenAt > state.shownUntil) state.shownUntil = takenAt;
  }
}

function give({ added }: ReplayState, { currency, amount }: PastSweep): void {
  const before = added[currency];
  const sum = (before === undefined ? ZERO : decimalOf(before)).plus(decimalOf(amount));
  added[currency] = formatDecimal(sum);
}
