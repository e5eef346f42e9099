import type { Calendar } from '../calendars/calendar.ts';
import type { CountsRead } from '../counters/shared-counts.ts';
import type { RuleDecision } from '../decisions/decision.ts';
import type { ApprovalCount } from '../instructions/instruction.ts';
import { type Lane, newLane } from '../instructions/lane.ts';
import { dropOpen } from '../instructions/lane-transitions.ts';
import { namedPlaces } from '../instructions/paid-destination.ts';
import type { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import { type Balance, type Balances, heldOf, statedIn } from '../valuation/balance.ts';
import type { PastValues } from './shown-values.ts';
import { type CutBy, emptyTotals, type PastPartListed, type Totals } from './totals.ts';

/** The simulated ledger: no table has this identity. */
export const EPOCH = 'backtest';

/** A decision of a step with what follows from it; the others for sweeps alone. */
export interface StepDecision {
  readonly decision: RuleDecision;
  /** People who would have to approve. */
  readonly approvals?: 0 | ApprovalCount;
  readonly cuts?: readonly CutBy[];
  /** Of a rule with a split: each part with its own approvals. */
  readonly parts?: readonly PastPartListed[];
}

/** A sweep that waits for an approval and never gets it. */
interface Waiting {
  readonly instructionId: string;
  readonly currency: string;
  readonly expiresAt: Instant;
}

/**
 * A past under one set of rules: lanes, and by how much the balances differ from the recorded ones. Changed in place
 * by `step`; plain data, so that it can be stored and continued.
 */
export interface World {
  lanes: Record<string, Lane>;
  /** By currency: the amount that left here and not in the record; decimal text. */
  swept: Record<string, string>;
  waiting: Waiting[];
  /** The amount that counts against the tiers of the controls; absent as long as there is none. */
  approvalUsage?: Exclude<CountsRead, null>;
  /** What conversions traded; absent as long as there is none. */
  tradeUsage?: Exclude<CountsRead, null>;
  /** What limits over several currencies count; absent as long as there is none. */
  outflowUsage?: Exclude<CountsRead, null>;
  totals: Totals;
}

/** The settings of every step of a world. */
export interface WorldRules {
  readonly tenant: string;
  readonly rules: readonly SweepRule[];
  /** All rules, where a step decides some of them: limits of approvals and circles are found among all. Absent: `rules`. */
  readonly allRules?: readonly SweepRule[];
  readonly accounts: ReadonlyMap<string, RegisteredAccount>;
  /** Absent: none beside those that are built in. */
  readonly calendars?: readonly Calendar[];
  readonly controls: Controls;
  /** Whether a sweep that needs an approval gets it at once, or never. */
  readonly assumeApproved: boolean;
  /** The identity of the ledger that the lanes were armed in; absent: they are a replay's own. */
  readonly epoch?: string;
  /** What sweeps are worth for the totals alone, which people are shown; absent: what is believed. */
  readonly shownAt?: PastValues['at'];
  /** Told each decision before it is carried out. */
  readonly onDecision?: (made: StepDecision) => void;
}

/** With lanes of its own. `known`: those of the ledger, of which the places count that an answer has named. */
export function newWorld(
  { tenant, rules }: Pick<WorldRules, 'tenant' | 'rules'>,
  currencies: readonly string[],
  known: readonly Lane[] = [],
): World {
  const lanes = currencies.map((currency): [string, Lane] => {
    const lane = newLane(tenant, currency, EPOCH);
    const destinations = namedPlaces(
      known.find((each) => each.currency === currency)?.destinations,
    );
    return [currency, Object.keys(destinations).length === 0 ? lane : { ...lane, destinations }];
  });
  const lanesByCurrency = Object.fromEntries(lanes);
  return { lanes: lanesByCurrency, swept: {}, waiting: [], totals: emptyTotals(rules) };
}

export function noteMoved(world: World, currency: string, amount: Decimal): void {
  const before = decimalOf(world.swept[currency] ?? '0');
  world.swept[currency] = formatDecimal(before.plus(amount));
}

export function expire(world: World, now: Instant): void {
  if (!world.waiting.some(({ expiresAt }) => expiresAt <= now)) return;
  for (const { instructionId, currency, expiresAt } of world.waiting) {
    if (expiresAt > now) continue;
    world.lanes[currency] = dropOpen(laneOf(world, currency), instructionId);
  }
  world.waiting = world.waiting.filter(({ expiresAt }) => expiresAt > now);
}

/**
 * The balances of this past: the record, plus the amounts added back, less the sweeps made here. What the record does not
 * state is not known here either.
 */
export function balancesIn(
  { swept }: World,
  recorded: Balances,
  added: Readonly<Record<string, string>>,
): Balances {
  const balances: Record<string, Balances[string]> = { ...recorded };
  for (const [currency, balance] of statedIn(recorded)) {
    const [plus = '0', minus = '0'] = [added[currency], swept[currency]];
    balances[currency] = plus === minus ? balance : shifted(balance, plus, minus);
  }
  for (const [currency, minus] of Object.entries(swept)) {
    // Bought here, and never held in the record.
    if (Object.hasOwn(balances, currency) || !decimalOf(minus).lessThan(0)) continue;
    const held = heldOf(recorded, currency);
    if (held.known) balances[currency] = shifted(held.balance, added[currency] ?? '0', minus);
  }
  return balances;
}

function shifted({ total, available }: Balance, plus: string, minus: string): Balance {
  const by = decimalOf(plus).minus(decimalOf(minus));
  const shift = (amount: string) => formatDecimal(decimalOf(amount).plus(by));
  return available === undefined
    ? { total: shift(total) }
    : { total: shift(total), available: shift(available) };
}

export function noteLowest(
  { totals }: World,
  currency: string,
  balance: Decimal,
  at: Instant,
): void {
  const known = totals.lowest[currency];
  if (known !== undefined && !balance.lessThan(decimalOf(known.balance))) return;
  totals.lowest[currency] = { balance: formatDecimal(balance), at };
}

export function laneOf({ lanes }: World, currency: string): Lane {
  const lane = lanes[currency];
  if (lane === undefined) throw new Error(`there is no lane of ${currency}`);
  return lane;
}
