import { withReading } from '../instructions/lane-reading.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import type { SendingPorts } from '../sending/ports.ts';
import type { TradeView } from './trade-view.ts';

export type TradeViewReading =
  | { readonly ok: true; readonly value: TradeView }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly reason: string };

/** The ledger first, then the service: what changes after that breaks the claim. */
export async function readTradeView(
  { ledger, service, now }: Pick<SendingPorts, 'ledger' | 'service' | 'now'>,
  client: string,
  by: string,
): Promise<TradeViewReading> {
  const [policy, lanes, usage, epoch] = await Promise.all([
    ledger.readPolicy(client),
    ledger.readLanes(client),
    ledger.readTradeUsage(client),
    ledger.epoch(),
  ]);
  const [balances, prices] = await Promise.all([service.readBalances(), service.readPrices()]);
  if (!balances.ok) return balances;
  if (!prices.ok) return prices;
  const { readAt } = balances.value;
  const read = lanes.map((lane) => {
    return withReading(lane, balances.value.balances, readAt, policy.controls);
  });
  return {
    ok: true,
    value: {
      controls: policy.controls,
      halt: policy.halt,
      epoch,
      lanes: new Map(read.map((lane) => [lane.currency, lane])),
      usage,
      by,
      balances: balances.value.balances,
      balancesReadAt: readAt,
      prices: prices.value.prices,
      pricesReadAt: prices.value.readAt,
      now: now(),
    },
  };
}
