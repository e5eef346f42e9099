import { withReading } from '../instructions/lane-reading.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import type { DecidingPorts, SendingPorts } from '../sending/ports.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { knownNow } from '../valuation/absent-balances.ts';
import { valuesNow } from '../valuation/believed-values.ts';
import { judgePrices } from '../valuation/price-jumps.ts';
import type { TradeView } from './trade-view.ts';

/** The snapshots hold the earlier prices: a price that has jumped since is no market to trade on. */
interface PricesBefore {
  readonly snapshots: Pick<Snapshots, 'latest'>;
}

export type TradeSendingPorts = SendingPorts & PricesBefore;

export type TradeDecidingPorts = DecidingPorts & PricesBefore;

export type TradeViewReading =
  | { readonly ok: true; readonly value: TradeView }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly reason: string };

/** The ledger first, then the service: any later change breaks the claim. */
export async function readTradeView(
  {
    ledger,
    service,
    snapshots,
    now,
  }: Pick<TradeSendingPorts, 'ledger' | 'service' | 'snapshots' | 'now'>,
  tenant: string,
  by: string,
): Promise<TradeViewReading> {
  const [policy, lanes, usage, epoch, before] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.readTradeUsage(tenant),
    ledger.epoch(),
    snapshots.latest(tenant),
  ]);
  const [balances, prices] = await Promise.all([service.readBalances(), service.readPrices()]);
  if (!balances.ok) return balances;
  if (!prices.ok) return prices;
  const { readAt } = balances.value;
  const into = policy.controls?.reportingCurrency ?? '';
  // A currency that was held and is left out of the answer is not zero.
  const known = knownNow(balances.value.balances, before, readAt);
  const read = lanes.map((lane) => {
    return withReading(lane, known, readAt, policy.controls);
  });
  return {
    ok: true,
    value: {
      controls: policy.controls,
      policy,
      halt: policy.halt,
      epoch,
      lanes: new Map(read.map((lane) => [lane.currency, lane])),
      usage,
      by,
      balances: known,
      balancesReadAt: readAt,
      prices: prices.value.prices,
      pricesReadAt: prices.value.readAt,
      values: valuesNow(prices.value.prices, before, into, policy.controls ?? {}),
      pricesDoubted: judgePrices(prices.value.prices, before, into).doubted,
      now: now(),
    },
  };
}
