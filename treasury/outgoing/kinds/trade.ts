import { judgeTrade } from '../../outcomes/judge-trade.ts';
import type { TradeRequest } from '../../outcomes/outcome.ts';
import { type AnsweredTrade, tradeIdsIn } from '../../outcomes/reply.ts';
import type { TrustedOfTrades } from '../../outcomes/trade-proof.ts';
import type { Asked } from '../send-claimed.ts';

/** A trade, placed by a person or decided by a rule (reference, 4.3). `trusted`: what its answer is read with. */
export function askedTrade(request: TradeRequest, trusted: TrustedOfTrades): Asked<AnsweredTrade> {
  return {
    send: (service, sendBy) => service.sendTrade(request, sendBy),
    knownIn: (ledger, tenant, reply) => ledger.knownTrades(tenant, tradeIdsIn(reply)),
    judge: (reply, known) => {
      const outcome = judgeTrade(request, reply, known, trusted);
      return outcome.state === 'confirmed'
        ? { ...outcome, confirmation: { kind: 'trade', ...outcome.confirmation } }
        : outcome;
    },
  };
}
