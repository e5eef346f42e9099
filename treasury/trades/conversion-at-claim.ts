import { type RecordedCheck, traitsOf } from '../decisions/decision.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { DecidedConversion, Instruction } from '../instructions/instruction.ts';
import { ruleCounter } from '../instructions/lane.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import { approvalDebits } from '../limits/approval-usage.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import { areUnreadable, type Controls } from '../policy/controls.ts';
import { conversionKey, conversionOf, tradesOf } from '../policy/conversion.ts';
import { limitPrice, stricterPrice } from '../policy/limit-price.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import { leavesBefore } from '../rules/checks/calendars.ts';
import { onlyShown } from '../rules/checks/check-result.ts';
import { checkPriceMoved } from '../rules/checks/conversion.ts';
import { reconsider } from '../rules/reconsider.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { pricesSince } from '../sending/prices-for-claim.ts';
import { roomForClaim, valueAtClaim } from '../sending/room-for-claim.ts';
import { reasonOf } from '../valuation/no-value.ts';
import type { Price } from '../valuation/price.ts';
import { midPrice } from '../valuation/price-path.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { isAboveLimit } from './await-approval.ts';
import type { RuleClaim } from './claim-and-send.ts';
import type { Guarded } from './trade-guards.ts';
import type { TradeView } from './trade-view.ts';

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

/** Why a trade is not sent. `waitedFor`: it may change in a moment; otherwise it ends the instruction. */
export type RefusalAtClaim = { readonly reason: string } & (
  | { readonly waitedFor: true }
  | {
      readonly waitedFor: false;
      readonly why: StopFact;
      readonly checks: readonly RecordedCheck[];
    }
);

/**
 * The very checks of a sweep at its claim, on the same fresh balances as the guards of trades: the rule as it stands,
 * its limits, both lanes. Null if none refuses.
 */
export function refuseConversion(
  instruction: ConversionInstruction,
  view: TradeView,
): RefusalAtClaim | null {
  const { origin, content, conversion } = instruction;
  const { policy = { rules: [] }, lanes } = view;
  const { ruleId, ruleVersion, occurrence } = origin;
  const { currency, into, amount } = conversion;
  const isUnreadable =
    areUnreadable(view.controls) || unreadableIn(lanes.values(), [currency, into]) !== null;
  if (isUnreadable) return { reason: 'unreadable', waitedFor: true };
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
    return traitsOf(reason).isWaitedFor
      ? { reason, waitedFor: true }
      : { reason, waitedFor: false, why, checks };
  }
  const meant = rule === null ? null : conversionOf(rule);
  const trades = meant?.into === into ? tradesOf(meant) : [];
  const isMeant = trades.some(
    ({ instrument, side }) => instrument === content.instrument && side === content.side,
  );
  if (isMeant) return null;
  const { side, instrument } = content;
  return ended('rule-changed', { code: 'rule-converts-otherwise', ruleId, side, instrument });
}

function presentPrices({ values, pricesReadAt: readAt }: TradeView): PriceReading {
  return { values, readAt };
}

function ended(reason: string, why: StopFact): RefusalAtClaim {
  return { reason, why, waitedFor: false, checks: [] };
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
): RefusalAtClaim | null {
  const { content } = instruction;
  const price = priceOf(content.instrument, view.prices);
  if (price === null) throw new Error(`${instruction.id} passed the guards without a price`);
  const moved = checkPriceMoved(content, content.price, price);
  if (moved.refusal !== undefined) {
    return { ...moved.refusal, checks: [onlyShown(moved)], waitedFor: false };
  }
  if (peopleBehind(instruction) > 0 || !isAboveLimit(guarded, view)) return null;
  const { value } = guarded.notional;
  const { reportingCurrency: currency } = guarded.controls;
  return ended('approval-missing', { code: 'trade-needs-approval', value, currency });
}

function priceOf(instrument: string, prices: TradeView['prices']): Price | null {
  const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
  return price === undefined || midPrice(price) === null ? null : price;
}

export type ConversionClaim =
  | { readonly ok: true; readonly rule: RuleClaim }
  | { readonly ok: false; readonly refusal: RefusalAtClaim };

/**
 * What the claim debits and rests on beside that of a placed trade, if the tiers of approvals have room for it. `over`:
 * the rule's cut-off, or its business day, is over by now.
 */
export async function claimOfConversion(
  { ledger, now }: Pick<SendingPorts, 'ledger' | 'now'>,
  instruction: ConversionInstruction,
  view: TradeView,
  controls: Controls,
): Promise<ConversionClaim | 'over'> {
  const { origin, conversion } = instruction;
  const { ruleId, ruleVersion } = origin;
  const { currency, amount } = conversion;
  const { policy } = view;
  const at = now();
  const worth = valueAtClaim(instruction, controls, presentPrices(view));
  if (!worth.known) {
    return { ok: false, refusal: { reason: reasonOf(worth.why), waitedFor: true } };
  }
  const { value } = worth;
  const rule = policy?.rules.find(({ id }) => id === ruleId);
  const own = policy?.calendars ?? [];
  const leaves = rule === undefined ? null : leavesBefore(rule, own, origin.occurrence, at);
  if (leaves !== null && at >= leaves) return 'over';
  const approved = approvalDebits(
    {
      accountId: conversionKey(conversion),
      currency,
      amount,
      people: peopleBehind(instruction),
      value,
      at,
    },
    controls,
  );
  const room = await roomForClaim(
    ledger,
    instruction,
    value,
    { claimedAt: at, debits: approved },
    controls,
  );
  if (room.waitsFor !== undefined) {
    return { ok: false, refusal: { reason: room.waitsFor, waitedFor: true } };
  }
  if (!room.ok) {
    const { reason, why } = room.refusal;
    return { ok: false, refusal: ended(reason, why) };
  }
  return {
    ok: true,
    rule: {
      ...{ ruleId, ruleVersion, currency, at, writes: room.writes },
      debits: [{ counter: ruleCounter(conversion, ruleId), amount, at }, ...approved],
      ...(leaves !== null && { leavesBefore: leaves }),
      calendars: rule === undefined ? [] : ownCalendarsOf(rule, own),
    },
  };
}
