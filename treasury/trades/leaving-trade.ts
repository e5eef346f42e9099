import { outgoingOf } from '../booking/outgoing.ts';
import type { Debit } from '../counters/counter.ts';
import { countable } from '../counters/counts.ts';
import { countsOf, UNREADABLE_COUNTS, withDebits } from '../counters/shared-counts.ts';
import { tradeDebits } from '../limits/trade-usage.ts';
import { judgeTrade } from '../outcomes/judge-trade.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import { type AnsweredTrade, tradeIdsIn } from '../outcomes/reply.ts';
import type { TrustedOfTrades } from '../outcomes/trade-proof.ts';
import type { Leaving, TakenLane } from '../outgoing/kind.ts';
import type { Asked } from '../outgoing/send-claimed.ts';
import type { Instant } from '../time/instant.ts';
import { heldOf } from '../valuation/balance.ts';
import type { Guarded } from './trade-guards.ts';
import type { TradeView } from './trade-view.ts';

/** A trade that no guard refuses. */
interface GuardedRequest {
  readonly tenant: string;
  readonly request: TradeRequest;
  /** True if another person approved it. */
  readonly isApproved: boolean;
  /** Of its budgets, of its destination and of the tiers. Absent: no rule decided it. */
  readonly debitsOfRule?: (at: Instant) => readonly Debit[];
}

/**
 * What a trade takes of both its lanes and debits in the rolling limits, and what the service is asked (reference, 4.3). `view`
 * and `guarded` are the basis of the decision.
 */
export function leavingTrade(
  trade: GuardedRequest,
  view: TradeView,
  guarded: Guarded,
): Leaving<AnsweredTrade> {
  const { usage: counted } = view;
  if (counted === UNREADABLE_COUNTS) throw new Error('no trade is acceptable on unreadable counts');
  const takes = (at: Instant) => {
    const debits = [
      ...(trade.debitsOfRule?.(at) ?? []),
      ...countable(countsOf(counted), debitsOfLimits(trade, view, guarded, at)),
    ];
    const usage = withDebits(counted, 'trade-usage', trade.tenant, debits);
    const lanes = lanesOf(trade.request, view, guarded, debits);
    return { lanes, counted: [{ kind: 'put-trade-usage', usage }] } as const;
  };
  return { asked: askedTrade(trade.request, trustedOf(view)), takes };
}

function debitsOfLimits(
  { isApproved: approved }: GuardedRequest,
  { by }: TradeView,
  { controls, notional }: Guarded,
  at: Instant,
): readonly Debit[] {
  const { reportingCurrency: currency } = controls;
  return tradeDebits({ by, amount: notional.value, currency, at, approved });
}

/** That of the base currency first; the debits stand in the one that pays. */
function lanesOf(
  request: TradeRequest,
  view: TradeView,
  { controls }: Guarded,
  debits: readonly Debit[],
): readonly [TakenLane, ...TakenLane[]] {
  const [base, ...quote] = request.instrument.split('/').map((currency) => {
    const lane = view.lanes.get(currency);
    const held = heldOf(view.balances, currency);
    if (lane === undefined || !held.known) {
      throw new Error(`a trade was found acceptable without lane or balance of ${currency}`);
    }
    const outgoing = outgoingOf(request, controls, currency);
    const paid = outgoing === null ? { debits: [] } : { outgoing, debits };
    return { lane, balanceBefore: held.balance.total, ...paid };
  });
  if (base === undefined) throw new Error(`instrument ${request.instrument} has no lanes`);
  return [base, ...quote];
}

/** `trusted`: what its answer is read with. */
function askedTrade(request: TradeRequest, trusted: TrustedOfTrades): Asked<AnsweredTrade> {
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

/** What an answer is read with: the service's currencies, as it named them a moment ago, and the confirmed forms of ids. */
function trustedOf({ prices, balances, controls }: TradeView): TrustedOfTrades {
  const priced = Object.keys(prices).flatMap((instrument) => instrument.split('/'));
  return {
    idForms: controls?.trades.idForms ?? [],
    currencies: new Set([...priced, ...Object.keys(balances)]),
  };
}
