import type { Calendar } from '../calendars/calendar.ts';
import { type DecidedTrade, lastUsedBy, type RuleDecision } from '../decisions/decision.ts';
import type { ApprovalCount } from '../instructions/instruction.ts';
import { sweepInstructionId } from '../instructions/instruction-id.ts';
import { type Lane, newLane, type OpenInstruction } from '../instructions/lane.ts';
import {
  claimLane,
  concludeLane,
  dropOpen,
  noteOpen,
  useOccurrence,
} from '../instructions/lane-transitions.ts';
import {
  type ApprovalUsage,
  approvalDebitOf,
  debitApproval,
  hasTiers,
  NOTHING_USED,
  type Used,
  usedWithin,
  usedWithOpen,
} from '../limits/approval-usage.ts';
import { approvalsForSweep } from '../limits/approvals-required.ts';
import type { OutflowUsage } from '../limits/outflow-usage.ts';
import type { GivenOutflow, OutflowView, PricesRead } from '../limits/outflow-view.ts';
import type { TradeUsage } from '../limits/trade-usage.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { conversionKey } from '../policy/conversion.ts';
import { neverHalted } from '../policy/halt-state.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { type EvaluateInput, evaluate, outflowOf, outflowViewOf } from '../rules/evaluate.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { type Balance, type Balances, withdrawable } from '../valuation/balance.ts';
import { type UnitPrices, valueOfAmount } from '../valuation/value-of-amount.ts';
import { filledAt, marketAt, withConversion } from './converted-world.ts';
import type { PastReading } from './history.ts';
import { boundsAt, noteOutflow, outflowIn } from './outflows.ts';
import {
  type CutBy,
  countRefusal,
  countSweep,
  cutsOf,
  emptyTotals,
  type Totals,
} from './totals.ts';

/** The simulated ledger: no table has this identity. */
const EPOCH = 'backtest';

/** A decision of a step with what follows from it; the last three for sweeps alone. */
export interface StepDecision {
  readonly decision: RuleDecision;
  /** People who would have to approve. */
  readonly approvals?: 0 | ApprovalCount;
  /** In the reporting currency; null without a price. */
  readonly value?: string | null;
  readonly cuts?: readonly CutBy[];
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
  approvalUsage?: ApprovalUsage;
  /** What conversions traded; absent as long as there is none. */
  tradeUsage?: TradeUsage;
  /** What limits over several currencies count; absent as long as there is none. */
  outflowUsage?: OutflowUsage;
  totals: Totals;
}

/** The settings of every step of a world. */
export interface WorldRules {
  readonly tenant: string;
  readonly rules: readonly SweepRule[];
  readonly accounts: ReadonlyMap<string, RegisteredAccount>;
  /** Absent: none beside those that are built in. */
  readonly calendars?: readonly Calendar[];
  readonly controls: Controls;
  /** Whether a sweep that needs an approval gets it at once, or never. */
  readonly assumeApproved: boolean;
  /** The identity of the ledger that the lanes were armed in; absent: they are a replay's own. */
  readonly epoch?: string;
  /** Told each decision before it is carried out. */
  readonly onDecision?: (made: StepDecision) => void;
}

export function newWorld(
  { tenant, rules }: Pick<WorldRules, 'tenant' | 'rules'>,
  currencies: readonly string[],
): World {
  const lanes = currencies.map((each): [string, Lane] => [each, newLane(tenant, each, EPOCH)]);
  const lanesByCurrency = Object.fromEntries(lanes);
  return { lanes: lanesByCurrency, swept: {}, waiting: [], totals: emptyTotals(rules) };
}

/**
 * Decides one reading and carries out the result. `added`: the amount added back to the record. Returns the balances
 * afterwards.
 */
export function step(
  world: World,
  given: WorldRules,
  reading: PastReading,
  added: Readonly<Record<string, string>>,
): Balances {
  const { takenAt: now, scheduledFor } = reading;
  expire(world, now);
  const balances = balancesIn(world, reading.balances, added);
  const outflow = outflowIn(world, given, reading);
  const input: EvaluateInput = {
    rules: given.rules,
    accounts: given.accounts,
    calendars: given.calendars ?? [],
    controls: given.controls,
    // The past is replayed as if live throughout: see sidesOf.
    halt: neverHalted(given.tenant),
    balances,
    balancesReadAt: now,
    ...(reading.read !== undefined && { prices: reading.read }),
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
    settle(world, given, { reading, balances, view }, decision, free);
    before.push(...outflowOf(decision));
  }
  const after = free.size === 0 ? balances : balancesIn(world, reading.balances, added);
  for (const [currency, balance] of Object.entries(after)) {
    if (world.lanes[currency] === undefined) continue;
    noteLowest(world, currency, decimalOf(withdrawable(balance)), now);
  }
  return after;
}

interface Settling {
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
  { reading, balances, view }: Settling,
  decision: RuleDecision,
  free: Map<string, Decimal>,
): void {
  const { currency, ruleId } = decision;
  const lane = laneOf(world, currency);
  const used = lastUsedBy(decision);
  if (used !== null) {
    world.lanes[currency] = useOccurrence(lane, ruleId, used.last, used.lastScheduled);
  }
  if (decision.outcome === 'no-sweep') {
    given.onDecision?.({ decision });
    countRefusal(world.totals, ruleId, decision.reason);
    return;
  }
  const rule = given.rules.find(({ id }) => id === ruleId);
  const balance = balances[currency];
  if (rule === undefined || balance === undefined) throw new Error(`no ground for ${ruleId}`);
  const { prices } = reading;
  const { reportingCurrency } = given.controls;
  const { amount } = decision;
  const left = free.get(currency) ?? decimalOf(withdrawable(balance)).minus(openIn(lane));
  const value = valueOfAmount(prices, currency, amount, reportingCurrency);
  const bounds = boundsAt(view, given, {
    currency,
    accountId: destinationOf(decision),
    free: left,
    rule,
  });
  const market = {
    reportingCurrency,
    readings: reading.read === undefined ? [] : [reading.read],
    now: decision.decidedAt,
  };
  const cuts = cutsOf(rule, market, lane, left, decision, bounds);
  const parts = noted(world, given.controls, prices, decision);
  const approvals = mostOf(parts);
  given.onDecision?.({ decision, approvals, value, cuts });
  const at = decision.decidedAt;
  const listed = decision.parts === undefined ? {} : { parts: parts.map(listedPart) };
  countSweep(world.totals, { at, ruleId, currency, amount, approvals, ...listed }, value, cuts);
  free.set(currency, left.minus(decimalOf(amount)));
  for (const part of parts) {
    const leaves = carryOut(world, given, part, { at, total: balance.total, reading });
    if (leaves && isConverted(decision)) convert(world, given, decision, reading, approvals > 0);
  }
}

/** One withdrawal of a decision: a part of its amount, or all of it; or what it gives away for another currency. */
interface NotedPart {
  readonly currency: string;
  readonly open: OpenInstruction & { readonly accountId: string; readonly ruleId: string };
  readonly approvals: 0 | ApprovalCount;
  readonly value: string | null;
  readonly part?: { readonly number: number; readonly occurrence: Instant };
}

/** Notes each part in the lane before the next is looked at: each counts for the next against the tiers. */
function noted(
  world: World,
  controls: Controls,
  prices: UnitPrices,
  decision: RuleDecision & { readonly outcome: 'sweep' },
): readonly NotedPart[] {
  const { ruleId, currency, occurrence, decidedAt, parts } = decision;
  const whole = { ...decision, withdrawalAccountId: destinationOf(decision), part: null };
  return (parts ?? [whole]).map((each) => {
    const { amount, needsApproval, withdrawalAccountId: accountId, part: number } = each;
    const used = usedIn(world, controls, prices, decidedAt);
    const sized = { ...decision, amount, needsApproval };
    const approvals = approvalsForSweep({ valuation: prices }, controls, sized, used);
    const instructionId = sweepInstructionId(ruleId, occurrence, number ?? 1);
    const open = { instructionId, ruleId, amount, accountId, people: approvals };
    world.lanes[currency] = noteOpen(laneOf(world, currency), open);
    const value = valueOfAmount(prices, currency, amount, controls.reportingCurrency);
    const part = number === null ? {} : { part: { number, occurrence } };
    return { currency, open, approvals, value, ...part };
  });
}

function mostOf(parts: readonly NotedPart[]): 0 | ApprovalCount {
  const each = parts.map(({ approvals }) => approvals);
  return each.includes(2) ? 2 : each.includes(1) ? 1 : 0;
}

function listedPart({ open: { accountId, amount }, approvals }: NotedPart) {
  return { withdrawalAccountId: accountId, amount, approvals };
}

/** Whether it leaves. */
function carryOut(
  world: World,
  given: WorldRules,
  { currency, open, approvals, value, part }: NotedPart,
  { at, total, reading }: Pick<Leaving, 'at' | 'total'> & { readonly reading: PastReading },
): boolean {
  if (approvals > 0 && !given.assumeApproved) {
    const expiresAt = plusSeconds(at, given.controls.approvalExpirySeconds);
    world.waiting.push({ instructionId: open.instructionId, currency, expiresAt });
    return false;
  }
  const lane = laneOf(world, currency);
  const leaving = {
    ...open,
    lane,
    approvals,
    value,
    at,
    total,
    prices: { valuation: reading.prices, readAt: reading.takenAt },
    ...(part !== undefined && { part }),
  };
  leave(world, given, leaving);
  return true;
}

/** A withdrawal at the moment at which it leaves. */
interface Leaving {
  readonly lane: Lane;
  readonly instructionId: string;
  /** Absent if a person requested it: no budget counts it. */
  readonly ruleId?: string;
  /** Of a run that is divided among several accounts. */
  readonly part?: { readonly number: number; readonly occurrence: Instant };
  readonly amount: string;
  readonly accountId: string;
  readonly approvals: 0 | ApprovalCount;
  readonly value: string | null;
  readonly at: Instant;
  /** The balance before it. */
  readonly total: string;
  readonly prices: PricesRead;
}

type LeavingRules = Pick<WorldRules, 'tenant' | 'controls' | 'accounts'>;

/** Claimed, debited and confirmed by the reducers of a lane. */
function leave(
  world: World,
  given: LeavingRules,
  {
    lane,
    instructionId,
    ruleId,
    part,
    amount,
    accountId,
    approvals,
    value,
    at,
    total,
    prices,
  }: Leaving,
): void {
  const { tenant, controls } = given;
  const nonce = instructionId;
  const { currency } = lane;
  const claim = claimRecord({
    instructionId,
    nonce,
    at,
    controls,
    balanceBefore: total,
    ...(ruleId !== undefined && {
      debit: { ruleId, amount, at, ...(part !== undefined && { part }) },
    }),
    ...approvalDebitOf({ accountId, amount, people: approvals, value, at }, controls),
  });
  const usage = debitApproval(world.approvalUsage ?? null, tenant, claim);
  if (usage !== null) world.approvalUsage = usage;
  noteOutflow(world, given, { accountId, amount, at, prices });
  world.lanes[currency] = concludeLane(claimLane(lane, claim), { nonce, at, outcome: 'confirmed' });
  noteMoved(world, currency, decimalOf(amount));
}

/** A conversion takes what its fill took, brings the other currency, and counts against the limits of trades. */
function convert(
  world: World,
  { tenant, controls }: WorldRules,
  { ruleId, currency, into, amount, trade, decidedAt: at }: Converted,
  reading: PastReading,
  approved: boolean,
): void {
  const { taken, received } = filledAt(trade);
  noteMoved(world, currency, decimalOf(taken).minus(decimalOf(amount)));
  noteMoved(world, into, decimalOf(received).negated());
  const before = world.tradeUsage ?? null;
  const made = { ruleId, trade, at };
  const traded = withConversion(before, { tenant, controls }, made, reading, approved);
  if (traded !== null) world.tradeUsage = traded;
}

type Converted = RuleDecision & {
  readonly outcome: 'sweep';
  readonly trade: DecidedTrade;
  readonly into: string;
};

function isConverted(decision: RuleDecision): decision is Converted {
  return (
    decision.outcome === 'sweep' && decision.trade !== undefined && decision.into !== undefined
  );
}

function destinationOf({ withdrawalAccountId, currency, into }: RuleDecision): string {
  return into === undefined ? (withdrawalAccountId ?? '') : conversionKey({ currency, into });
}

function noteMoved(world: World, currency: string, amount: Decimal): void {
  const before = decimalOf(world.swept[currency] ?? '0');
  world.swept[currency] = formatDecimal(before.plus(amount));
}

/** What was decided before a world began, and waits in a lane to leave: it leaves now. */
export function leaveOpen(
  world: World,
  given: LeavingRules,
  lane: Lane,
  open: OpenInstruction & { readonly accountId: string },
  { value, at, total, prices }: Pick<Leaving, 'value' | 'at' | 'total' | 'prices'>,
): void {
  leave(world, given, { ...open, lane, approvals: open.people ?? 0, value, at, total, prices });
}

function usedIn(
  { lanes, approvalUsage }: World,
  controls: Controls,
  prices: UnitPrices,
  now: Instant,
): Used {
  if (!hasTiers(controls)) return NOTHING_USED;
  const { reportingCurrency } = controls;
  const claimed = usedWithin(approvalUsage ?? null, reportingCurrency, now);
  return usedWithOpen(claimed, Object.values(lanes), prices, reportingCurrency);
}

function expire(world: World, now: Instant): void {
  if (!world.waiting.some(({ expiresAt }) => expiresAt <= now)) return;
  for (const { instructionId, currency, expiresAt } of world.waiting) {
    if (expiresAt > now) continue;
    world.lanes[currency] = dropOpen(laneOf(world, currency), instructionId);
  }
  world.waiting = world.waiting.filter(({ expiresAt }) => expiresAt > now);
}

/** The balances of this past: the record, plus the amounts added back, less the sweeps made here. */
function balancesIn(
  { swept }: World,
  recorded: Balances,
  added: Readonly<Record<string, string>>,
): Balances {
  const balances: Record<string, Balance> = {};
  for (const [currency, balance] of Object.entries(recorded)) {
    const [plus = '0', minus = '0'] = [added[currency], swept[currency]];
    balances[currency] = plus === minus ? balance : shifted(balance, plus, minus);
  }
  for (const [currency, minus] of Object.entries(swept)) {
    // Bought here, and never held in the record.
    if (Object.hasOwn(balances, currency) || !decimalOf(minus).lessThan(0)) continue;
    balances[currency] = shifted({ total: '0' }, added[currency] ?? '0', minus);
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

function noteLowest({ totals }: World, currency: string, balance: Decimal, at: Instant): void {
  const known = totals.lowest[currency];
  if (known !== undefined && !balance.lessThan(decimalOf(known.balance))) return;
  totals.lowest[currency] = { balance: formatDecimal(balance), at };
}

function openIn({ open }: Lane): Decimal {
  return Object.values(open).reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
}

function laneOf({ lanes }: World, currency: string): Lane {
  const lane = lanes[currency];
  if (lane === undefined) throw new Error(`there is no lane of ${currency}`);
  return lane;
}
