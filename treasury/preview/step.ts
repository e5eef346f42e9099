import { lastUsedBy, type RuleDecision } from '../decisions/decision.ts';
import type { Lane } from '../instructions/lane.ts';
import { useOccurrence } from '../instructions/lane-transitions.ts';
import type { GivenOutflow, OutflowView } from '../limits/outflow-view.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { neverHalted } from '../policy/halt-state.ts';
import { type EvaluateInput, evaluate, outflowOf, outflowViewOf } from '../rules/evaluate.ts';
import { type Balances, balanceOf, statedIn, withdrawable } from '../valuation/balance.ts';
import { permitted } from '../valuation/believed-values.ts';
import { marketAt } from './converted-world.ts';
import { countedValue } from './counted-value.ts';
import { type PastReading, pricesAt } from './history.ts';
import {
  carryOut,
  convert,
  destinationOf,
  isConverted,
  listedPart,
  mostApprovals,
  noteParts,
} from './leaving.ts';
import { boundsAt, outflowIn } from './outflows.ts';
import { countRefusal, countSweep, cutsOf } from './totals.ts';
import {
  balancesIn,
  EPOCH,
  expire,
  laneOf,
  noteLowest,
  type World,
  type WorldRules,
} from './world.ts';

/**
 * Decides one reading and carries out the result. `added`: the amount added back to the record. Returns the balances
 * afterwards.
 */
export function step(
  world: World,
  given: WorldRules,
  seen: PastReading,
  added: Readonly<Record<string, string>>,
): Balances {
  const reading = { ...seen, values: permitted(seen.values, given.controls) };
  const { takenAt: now, scheduledFor } = reading;
  expire(world, now);
  const balances = balancesIn(world, reading.balances, added);
  const outflow = outflowIn(world, given, reading);
  const input: EvaluateInput = {
    rules: given.rules,
    ...(given.allRules !== undefined && { limiting: given.allRules, converting: given.allRules }),
    accounts: given.accounts,
    calendars: given.calendars ?? [],
    controls: given.controls,
    // The past is replayed as if live throughout: see sidesOf.
    halt: neverHalted(given.tenant),
    balances,
    balancesReadAt: now,
    prices: pricesAt(reading),
    lanes: new Map(Object.entries(world.lanes)),
    epoch: given.epoch ?? EPOCH,
    occurrence: scheduledFor,
    now,
    market: marketAt(reading, world.tradeUsage ?? null),
    ...(outflow === null ? {} : { outflow }),
  };
  const decisions = evaluate(input);
  const free = new Map<string, Decimal>();
  const before: GivenOutflow[] = [];
  for (const decision of decisions) {
    const view = outflowViewOf(input, before);
    settle(world, given, { seen, reading, balances, view }, decision, free);
    before.push(...outflowOf(decision));
  }
  const after = free.size === 0 ? balances : balancesIn(world, reading.balances, added);
  for (const [currency, balance] of statedIn(after)) {
    if (world.lanes[currency] === undefined) continue;
    noteLowest(world, currency, decimalOf(withdrawable(balance)), now);
  }
  return after;
}

interface Settling {
  /** With all values: `reading` has those that the controls permit. */
  readonly seen: PastReading;
  readonly reading: PastReading;
  readonly balances: Balances;
  readonly view: OutflowView | null;
}

/**
 * The consequences of one decision: as a run would write it, and as the sender would conclude it. `free`: the part of
 * each balance that the decisions before this one left.
 */
function settle(
  world: World,
  given: WorldRules,
  { seen, reading, balances, view }: Settling,
  decision: RuleDecision,
  free: Map<string, Decimal>,
): void {
  const { currency, ruleId } = decision;
  const lane = laneOf(world, currency);
  const used = lastUsedBy(decision);
  if (used !== null) {
    world.lanes[currency] = useOccurrence(lane, ruleId, used);
  }
  if (decision.outcome === 'no-sweep') {
    given.onDecision?.({ decision });
    countRefusal(world.totals, ruleId, decision.reason);
    return;
  }
  const rule = given.rules.find(({ id }) => id === ruleId);
  const read = balanceOf(balances, currency);
  if (rule === undefined || read.kind !== 'stated') throw new Error(`no ground for ${ruleId}`);
  const { balance } = read;
  const { values } = reading;
  const { reportingCurrency } = given.controls;
  const { amount } = decision;
  const left = free.get(currency) ?? decimalOf(withdrawable(balance)).minus(openIn(lane));
  const worth = countedValue(given, seen, currency, amount);
  const bounds = boundsAt(view, given, {
    currency,
    accountId: destinationOf(decision),
    free: left,
    rule,
  });
  const market = {
    reportingCurrency,
    readings: [pricesAt(reading)],
    now: decision.decidedAt,
  };
  const cuts = cutsOf(rule, market, lane, left, decision, bounds);
  const parts = noteParts(world, given.controls, values, decision);
  const approvals = mostApprovals(parts);
  const isDivided = decision.parts !== undefined;
  const at = decision.decidedAt;
  const listed = isDivided ? { parts: parts.map(listedPart) } : {};
  given.onDecision?.({ decision, approvals, cuts, ...listed });
  countSweep(world.totals, { at, ruleId, currency, amount, approvals, ...listed }, worth, cuts);
  free.set(currency, left.minus(decimalOf(amount)));
  for (const part of parts) {
    const leaves = carryOut(world, given, part, { at, total: balance.total, reading });
    if (leaves && isConverted(decision)) convert(world, given, decision, reading, approvals > 0);
  }
}

function openIn({ open }: Lane): Decimal {
  return Object.values(open).reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
}
