import { withReading } from '../instructions/lane-reading.ts';
import type { ReadFailed } from '../outcomes/read-failed.ts';
import type { SenderPorts } from '../outgoing/kind.ts';
import type { Policy } from '../policy/policy.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import type { DecidingPorts } from '../sending/ports.ts';
import { type ValuesBeforePorts, valuesBeside } from '../snapshots/values-beside.ts';
import { earlier, type Instant } from '../time/instant.ts';
import { knownNow } from '../valuation/absent-balances.ts';
import { judgePrices } from '../valuation/price-jumps.ts';
import type { TradeView } from './trade-view.ts';

export type TradeDecidingPorts = DecidingPorts & ValuesBeforePorts;

/** The view with all of the policy, and when the service said the first of it. */
type TradeReading = TradeView & { readonly policy: Policy; readonly readAt: Instant };

export type TradeViewReading =
  | { readonly ok: true; readonly value: TradeReading }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly failed: ReadFailed };

/** The ledger first, then the service: any later change breaks the claim. */
export async function readTradeView(
  {
    ledger,
    service,
    snapshots,
    reader,
    now,
  }: Pick<SenderPorts, 'ledger' | 'service' | 'snapshots' | 'reader' | 'now'>,
  tenant: string,
  by: string,
): Promise<TradeViewReading> {
  const [policy, lanes, usage, epoch, before] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.readCounts(tenant, 'trade-usage'),
    ledger.epoch(),
    snapshots.latest(tenant),
  ]);
  const [balances, answer] = await Promise.all([service.readBalances(), service.readPrices()]);
  if (!balances.ok) return balances;
  if (!answer.ok) return answer;
  const { prices, readAt: pricesReadAt } = answer.value;
  const { readAt: balancesReadAt } = balances.value;
  const into = policy.controls?.reportingCurrency ?? '';
  const since = { tenant, prices, before, into };
  const values = await valuesBeside(reader, since, policy.controls ?? {});
  // A currency that was held and is left out of the answer is not zero.
  const known = knownNow(balances.value.balances, before, balancesReadAt);
  const read = lanes.map((lane) => {
    return withReading(lane, known, balancesReadAt, policy.controls);
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
      balancesReadAt,
      prices,
      pricesReadAt,
      readAt: earlier(balancesReadAt, pricesReadAt),
      values,
      pricesDoubted: judgePrices(prices, before, into).doubted,
      now: now(),
    },
  };
}
