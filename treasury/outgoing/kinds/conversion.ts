import type { Debit } from '../../counters/counter.ts';
import { traitsOf } from '../../decisions/decision.ts';
import type { DecidedConversion, Instruction } from '../../instructions/instruction.ts';
import { ruleCounter } from '../../instructions/lane.ts';
import { unreadableIn } from '../../instructions/not-sent.ts';
import { approvalDebits } from '../../limits/approval-usage.ts';
import { peopleBehind } from '../../limits/approvals-required.ts';
import type { TradeRequest } from '../../outcomes/outcome.ts';
import { areUnreadable, type Controls } from '../../policy/controls.ts';
import { conversionKey, conversionOf, tradesOf } from '../../policy/conversion.ts';
import { limitPrice, stricterPrice } from '../../policy/limit-price.ts';
import { onlyShown } from '../../rules/checks/check-result.ts';
import { checkPriceMoved } from '../../rules/checks/conversion.ts';
import { reconsider } from '../../rules/reconsider.ts';
import { pricesSince } from '../../sending/prices-for-claim.ts';
import type { Instant } from '../../time/instant.ts';
import { isAboveLimit } from '../../trades/await-approval.ts';
import type { Guarded } from '../../trades/trade-guards.ts';
import type { TradeView } from '../../trades/trade-view.ts';
import type { Price } from '../../valuation/price.ts';
import { midPrice } from '../../valuation/price-path.ts';
import type { PriceReading } from '../../value-limits/price-of-limits.ts';
import { ends, type Refusal, waits } from '../kind.ts';

/** A trade that a rule decided. */
export type ConversionInstruction = Instruction & {
  readonly content: { readonly kind: 'trade' };
  readonly origin: { readonly kind: 'sweep' };
  readonly conversion: DecidedConversion;
};

export function isConversion(instruction: Instruction): instruction is ConversionInstruction {
  const { content, origin, conversion } = instruction;
  return content.kind === 'trade' && origin.kind === 'sweep' && conversion !== undefined;
}

/**
 * The very checks of a sweep at its claim, on the same fresh balances as the guards of trades: the rule as it stands,
 * its limits, both lanes. Null if none refuses.
 */
export function refuseConversion(
  instruction: ConversionInstruction,
  view: TradeView,
): Refusal | null {
  const { origin, content, conversion } = instruction;
  const { policy = { rules: [] }, lanes } = view;
  const { ruleId, ruleVersion, occurrence } = origin;
  const { currency, into, amount } = conversion;
  const isUnreadable =
    areUnreadable(view.controls) || unreadableIn(lanes.values(), [currency, into]) !== null;
  if (isUnreadable) return waits('unreadable');
  const rule = policy.rules.find(({ id }) => id === ruleId) ?? null;
  const people = peopleBehind(instruction);
  const verdict = reconsider({
    ...view,
    instruction: {
      ...{ instructionId: instruction.id, ruleId, ruleVersion, occurrence },
      ...{ amount, currency, people },
    },
    calendars: policy.calendars ?? [],
    rule,
    rules: [...policy.rules, ...(policy.unreadableRules ?? [])],
    account: null,
    prices: pricesSince(instruction, presentPrices(view)),
    lane: lanes.get(currency) ?? null,
    otherLane: lanes.get(into) ?? null,
  });
  if (!verdict.proceed) {
    const { reason, why, checks } = verdict;
    return traitsOf(reason).isWaitedFor ? waits(reason) : ends(reason, why, checks);
  }
  const meant = rule === null ? null : conversionOf(rule);
  const trades = meant?.into === into ? tradesOf(meant) : [];
  const isMeant = trades.some(
    ({ instrument, side }) => instrument === content.instrument && side === content.side,
  );
  if (isMeant) return null;
  const { side, instrument } = content;
  return ends('rule-changed', { code: 'rule-converts-otherwise', ruleId, side, instrument });
}

export function presentPrices({ values, pricesReadAt: readAt }: TradeView): PriceReading {
  return { values, readAt };
}

/**
 * The request as it is sent: the limit by the collar around the price of this moment, and never worse than the one
 * that was decided. Without a usable price the guards of trades refuse it.
 */
export function requestAtClaim(
  { content }: ConversionInstruction,
  { controls, prices }: TradeView,
): TradeRequest {
  const { instrument, side, price: decided, amount } = content;
  const price = priceOf(instrument, prices);
  if (price === null || controls === null) return { instrument, side, price: decided, amount };
  const limit = limitPrice(side, price, controls.trades);
  return { instrument, side, price: stricterPrice(side, decided, limit), amount };
}

/** After the guards: whether the market still takes the decided price, and whether enough people approved. */
export function refuseMoved(
  instruction: ConversionInstruction,
  view: TradeView,
  guarded: Guarded,
): Refusal | null {
  const { content } = instruction;
  const price = priceOf(content.instrument, view.prices);
  if (price === null) throw new Error(`${instruction.id} passed the guards without a price`);
  const moved = checkPriceMoved(content, content.price, price);
  if (moved.refusal !== undefined) {
    const { reason, why } = moved.refusal;
    return ends(reason, why, [onlyShown(moved)]);
  }
  if (peopleBehind(instruction) > 0 || !isAboveLimit(guarded, view)) return null;
  const { value } = guarded.notional;
  const { reportingCurrency: currency } = guarded.controls;
  return ends('approval-missing', { code: 'trade-needs-approval', value, currency });
}

function priceOf(instrument: string, prices: TradeView['prices']): Price | null {
  const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
  return price === undefined || midPrice(price) === null ? null : price;
}

/** What its claim debits beside what that of a placed trade does: its budgets, its destination and the tiers. */
export function debitsOfConversion(
  instruction: ConversionInstruction,
  controls: Controls,
  value: string | null,
): (at: Instant) => readonly Debit[] {
  const { origin, conversion } = instruction;
  const { currency, amount } = conversion;
  const accountId = conversionKey(conversion);
  const people = peopleBehind(instruction);
  return (at) => [
    { counter: ruleCounter(conversion, origin.ruleId), amount, at },
    ...approvalDebits({ accountId, currency, amount, people, value, at }, controls),
  ];
}
