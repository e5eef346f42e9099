import { sayReadFailed } from '../../facts/sentences/say/say-not-read.ts';
import type { Instruction } from '../../instructions/instruction.ts';
import { peopleBehind } from '../../limits/approvals-required.ts';
import type { AnsweredTrade } from '../../outcomes/reply.ts';
import { ruleTrader } from '../../policy/conversion.ts';
import type { Policy } from '../../policy/policy.ts';
import { valueAtClaim } from '../../sending/room-for-claim.ts';
import { leavingTrade } from '../../trades/leaving-trade.ts';
import { readTradeView } from '../../trades/read-trade-view.ts';
import { guardTrade } from '../../trades/trade-guards.ts';
import { isWaitedFor } from '../../trades/trade-refusal.ts';
import type { TradeView } from '../../trades/trade-view.ts';
import { reasonOf } from '../../valuation/no-value.ts';
import {
  ends,
  type Judged,
  type Kind,
  type Seen,
  type SenderPorts,
  type Waits,
  waits,
} from '../kind.ts';
import { sendApproved } from '../send-approved.ts';
import type { SendResult } from '../send-result.ts';
import {
  debitsOfConversion,
  isConversion,
  presentPrices,
  refuseConversion,
  refuseMoved,
  requestAtClaim,
} from './conversion.ts';

/** A trade that a person placed and another one approved, or that a rule decided (reference, 4.3). */
type TradeInstruction = Instruction & { readonly content: { readonly kind: 'trade' } };

const TRADE: Kind<TradeInstruction, SeenOfTrade, AnsweredTrade> = {
  isOne: isTrade,
  read,
  judge,
  // What it counts in the tiers is at the prices of its claim: these are read again with everything else.
  writesForRoom: 1,
};

/** Sends one approved trade, at most once, however often this is called. */
export async function sendTrade(
  ports: SenderPorts,
  tenant: string,
  instructionId: string,
): Promise<SendResult> {
  return await sendApproved(ports, TRADE, tenant, instructionId);
}

type SeenOfTrade = Seen & TradeView & { readonly policy: Policy };

function isTrade(instruction: Instruction): instruction is TradeInstruction {
  const { content, origin } = instruction;
  return content.kind === 'trade' && (origin.kind === 'request' || isConversion(instruction));
}

async function read(
  ports: SenderPorts,
  { tenant, origin }: TradeInstruction,
): Promise<{ readonly kind: 'read'; readonly seen: SeenOfTrade } | Waits> {
  // Whose limits it counts against.
  const by = origin.kind === 'sweep' ? ruleTrader(origin.ruleId) : origin.requestedBy;
  const view = await readTradeView(ports, tenant, by);
  if (!view.ok) return waits(view.code, sayReadFailed(view.failed));
  return { kind: 'read', seen: view.value };
}

/** The same guards for a placed trade and for one that a rule decided; for that, those of a sweep as well. */
function judge(instruction: TradeInstruction, view: SeenOfTrade): Judged<AnsweredTrade> {
  const conversion = isConversion(instruction) ? instruction : null;
  const first = conversion === null ? null : refuseConversion(conversion, view);
  if (first !== null) return first;
  const { instrument, side, price, amount } = instruction.content;
  // By name: fields that a later version has added are not meant for the service.
  const asked = { instrument, side, price, amount };
  const request = conversion === null ? asked : requestAtClaim(conversion, view);
  const guarded = guardTrade(request, view);
  if (!guarded.ok) {
    const { code, why } = guarded.refusal;
    return isWaitedFor(code) ? waits(code) : ends(code, why);
  }
  const isApproved = peopleBehind(instruction) > 0;
  const trade = { tenant: instruction.tenant, request, isApproved };
  if (conversion === null) return { kind: 'leaves', leaving: leavingTrade(trade, view, guarded) };
  const moved = refuseMoved(conversion, view, guarded);
  if (moved !== null) return moved;
  const worth = valueAtClaim(conversion, guarded.controls, presentPrices(view));
  if (!worth.known) return waits(reasonOf(worth.why));
  const { value: tierValue } = worth;
  const debitsOfRule = debitsOfConversion(conversion, guarded.controls, tierValue);
  const leaving = leavingTrade({ ...trade, debitsOfRule }, view, guarded);
  return { kind: 'leaves', leaving: { ...leaving, tierValue, sentPrice: request.price } };
}
