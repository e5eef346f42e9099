import type { Calendar } from '../calendars/calendar.ts';
import type { CountsRead } from '../counters/shared-counts.ts';
import { asksForApproval, type RuleDecision } from '../decisions/decision.ts';
import {
  type ApprovalLimit,
  type ApprovalRoom,
  type LimitedRule,
  strictestLimits,
  unapprovedTo,
} from '../instructions/approval-room.ts';
import { type Lane, usageOf } from '../instructions/lane.ts';
import { unbookedIn } from '../instructions/lane-reading.ts';
import type { GivenOutflow, OutflowView } from '../limits/outflow-view.ts';
import { boundsOfPart, boundsOfWhole } from '../limits/split-bounds.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { add, type Money, money, sum, zero } from '../money/money.ts';
import type { Controls } from '../policy/controls.ts';
import { circleOf, conversionOf } from '../policy/conversion.ts';
import type { Halting } from '../policy/halt-state.ts';
import type { UnreadableRule } from '../policy/policy.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { accountKey } from '../policy/registered-account.ts';
import { destinationKeysOf, destinationsOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import { limitAmounts } from '../value-limits/limit-amounts.ts';
import type { LimitMarket, PriceReading } from '../value-limits/price-of-limits.ts';
import { type Market, noMarket } from './conversion-trade.ts';
import { decideRule, decideUnreadable } from './decide-rule.ts';
import type { ConversionBasis } from './rule-view.ts';

/** The whole basis of a decision. Nothing else is read: no clock, no store. */
export interface EvaluateInput {
  readonly rules: readonly SweepRule[];
  /** Rules that cannot be read. Absent: none. */
  readonly unreadableRules?: readonly UnreadableRule[];
  /** By `accountKey` of their ids. */
  readonly accounts: ReadonlyMap<string, RegisteredAccount>;
  /** Ids of those whose items cannot be read. Absent: none. */
  readonly unreadableAccounts?: readonly string[];
  /** Those of the policy; built-in ones are known. Absent: none, and a rule that names one sweeps nothing. */
  readonly calendars?: readonly Calendar[];
  readonly controls: Controls | null;
  readonly halt: Halting;
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  /** Of the same snapshot. Absent: not known, so rules with limits by value do not sweep. */
  readonly prices?: PriceReading;
  /** By currency, with these balances taken into account. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** Identity of the ledger the lanes must have been armed in. */
  readonly epoch: string;
  /** The tick of the snapshot. */
  readonly occurrence: Instant;
  readonly now: Instant;
  /** What conversions rest on. Absent: no price is known, and nothing is converted. */
  readonly market?: Market;
  /** All rules, where `rules` are not all there are: the limits of approvals of each bind whoever pays to its accounts. */
  readonly limiting?: readonly LimitedRule[];
  /** All rules that convert, where `rules` are not all there are: circles are found among them. */
  readonly converting?: readonly SweepRule[];
  /** What floors and limits over several currencies rest on; absent if the policy has none. */
  readonly outflow?: OutflowBasis;
}

/** Of all currencies, whichever of them are decided here. */
export interface OutflowBasis {
  readonly usage: CountsRead;
  readonly prices: PriceReading | null;
  /** With these balances taken into account. */
  readonly lanes: readonly Lane[];
  /** What was decided on the same snapshot before, and stands in none of the lanes. */
  readonly given: readonly GivenOutflow[];
}

/**
 * Decides every rule on one snapshot: a sweep with its amount, or the reason for none, with every check that could be
 * computed. The rules of one currency decide in the order of their priority, then of their ids, and share one
 * balance: amounts that open instructions request and that earlier rules were given here (in a dry-run: would be
 * given) are no longer there for later ones, and amounts that have left but are not booked yet are not there for any.
 * The decisions come in that order, by currency.
 */
export function evaluate(input: EvaluateInput): readonly RuleDecision[] {
  const given = new Map<string, Money>();
  const { unreadableRules = [], limiting = input.rules } = input;
  const limitMarket = limitMarketOf(input);
  const limits = strictestLimits([...limiting, ...unreadableRules], limitMarket);
  const unapproved = new Map<string, Decimal>();
  const outflows: GivenOutflow[] = [...(input.outflow?.given ?? [])];
  const decisions = [...input.rules].sort(byCurrencyPriorityId).map((rule) => {
    const { currency } = rule;
    const lane = input.lanes.get(currency) ?? null;
    const earlier = given.get(currency) ?? zero(currency);
    const outflow = outflowViewOf(input, outflows);
    const destinations = destinationKeysOf(rule).map((key, index) => {
      // Of a rule that converts there is none.
      const account = input.accounts.get(key) ?? null;
      const before = unapproved.get(key) ?? ZERO;
      return {
        accountId: destinationsOf(rule)[index] ?? key,
        account,
        approval: roomFor(key, limits.get(key) ?? null, lane, before, input.now),
        bounds: rule.split === undefined ? [] : boundsOfPart(outflow, input.controls, account),
      };
    });
    const decision = decideRule({
      ...input,
      rule,
      limits: limitAmounts(rule, limitMarket),
      destinations,
      bounds: boundsOfWhole(outflow, input.controls, rule, destinations[0]?.account ?? null),
      conversion: conversionBasis(rule, input),
      lane,
      usage: lane === null ? null : usageOf(lane, rule.id),
      snapshot: input.occurrence,
      committed: add(openAmount(currency, lane), earlier),
      unbooked: money(currency, unbookedIn(lane, input.now)),
    });
    for (const { destination, amount } of unapprovedBy(rule, decision)) {
      unapproved.set(destination, (unapproved.get(destination) ?? ZERO).plus(amount));
    }
    given.set(currency, add(earlier, takenBy(decision)));
    outflows.push(...outflowOf(decision));
    return decision;
  });
  const unreadable = unreadableRules.map((rule) => decideUnreadable(rule, input));
  return [...decisions, ...unreadable];
}

function limitMarketOf({ controls, prices, now }: EvaluateInput): LimitMarket | null {
  if (controls === null || prices === undefined) return null;
  return { reportingCurrency: controls.reportingCurrency, readings: [prices], now };
}

function conversionBasis(
  rule: SweepRule,
  { rules, converting = rules, market, lanes, balancesReadAt }: EvaluateInput,
): ConversionBasis | null {
  const conversion = conversionOf(rule);
  if (conversion === null) return null;
  return {
    conversion,
    market: market ?? noMarket(balancesReadAt),
    lane: lanes.get(conversion.into) ?? null,
    circle: circleOf(rule, converting),
  };
}

/** The basis of floors and limits, after what was given so far; null if the policy has none. */
export function outflowViewOf(
  input: EvaluateInput,
  given: readonly GivenOutflow[],
): OutflowView | null {
  const { outflow, balances, balancesReadAt, accounts, epoch, now } = input;
  if (outflow === undefined) return null;
  const basis = { balances, balancesReadAt, accounts, epoch, now };
  return { ...basis, ...outflow, given, open: 'with-open' };
}

/** What a decision lets leave, or would: a conversion stays, as another currency. */
export function outflowOf(decision: RuleDecision): readonly GivenOutflow[] {
  const { currency, withdrawalAccountId: accountId, parts } = decision;
  if (parts !== undefined) {
    return parts.map(({ withdrawalAccountId, amount }) => ({
      accountId: withdrawalAccountId,
      currency,
      amount: decimalOf(amount),
    }));
  }
  const { amount } = takenBy(decision);
  return amount.isZero() || accountId === undefined ? [] : [{ accountId, currency, amount }];
}

/** Amounts that earlier rules were given here for the same destination, without approval, count as well. */
function roomFor(
  destination: string,
  limit: ApprovalLimit | null,
  lane: Lane | null,
  given: Decimal,
  now: Instant,
): ApprovalRoom {
  const known = limit === null || lane === null;
  const before = known ? ZERO : unapprovedTo(lane, destination, now);
  return {
    limit: limit?.amount ?? null,
    ...(limit?.valued !== undefined && { valued: limit.valued }),
    unapproved: before.plus(given),
  };
}

/** What a decision gives to each destination without an approval. */
function unapprovedBy(
  rule: SweepRule,
  decision: RuleDecision,
): readonly { readonly destination: string; readonly amount: Decimal }[] {
  const { parts } = decision;
  if (parts !== undefined) {
    return parts
      .filter(({ needsApproval }) => !needsApproval)
      .map(({ withdrawalAccountId, amount }) => ({
        destination: accountKey(withdrawalAccountId),
        amount: decimalOf(amount),
      }));
  }
  if (asksForApproval(decision)) return [];
  const { amount } = takenBy(decision);
  return destinationKeysOf(rule).map((destination) => ({ destination, amount }));
}

function openAmount(currency: string, lane: Lane | null): Money {
  const open = lane === null ? [] : Object.values(lane.open);
  return sum(
    currency,
    open.map(({ amount }) => money(currency, amount)),
  );
}

function takenBy(decision: RuleDecision): Money {
  const { currency } = decision;
  if (decision.outcome === 'sweep') return money(currency, decision.amount);
  return decision.wouldSweep === undefined ? zero(currency) : money(currency, decision.wouldSweep);
}

function byCurrencyPriorityId(left: SweepRule, right: SweepRule): number {
  return (
    order(left.currency, right.currency) ||
    left.priority - right.priority ||
    order(left.id, right.id)
  );
}

/** By code unit: the same order on every machine, whatever its language. */
function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
