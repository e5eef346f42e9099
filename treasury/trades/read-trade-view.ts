import type { CountsRead } from '../counters/shared-counts.ts';
import type { Lane } from '../instructions/lane.ts';
import { withReading } from '../instructions/lane-reading.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ReadFailed } from '../outcomes/read-failed.ts';
import type { SenderPorts } from '../outgoing/kind.ts';
import type { Policy } from '../policy/policy.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import type { DecidingPorts } from '../sending/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type ValuesBeforePorts, valuesBeside } from '../snapshots/values-beside.ts';
import { earlier, type Instant } from '../time/instant.ts';
import { knownNow } from '../valuation/absent-balances.ts';
import { judgePrices } from '../valuation/price-jumps.ts';
import type { TradeView } from './trade-view.ts';

export type TradeDecidingPorts = DecidingPorts & ValuesBeforePorts;

/** The view with all of the policy, and when the service said the first of it. */
export type TradeReading = TradeView & { readonly policy: Policy; readonly readAt: Instant };

export type TradeViewReading =
  | { readonly ok: true; readonly value: TradeReading }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly failed: ReadFailed };

/** What of a trade's basis is stored, read at once. */
export interface StoredTradeFacts {
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly usage: CountsRead;
  readonly epoch: string;
  /** The latest snapshot; null if there is none. */
  readonly before: SnapshotTaken | null;
}

/** Balances as they are known, and the prices beside them. */
interface TradeMarket
  extends Pick<TradeView, 'balances' | 'balancesReadAt' | 'prices' | 'pricesReadAt' | 'onRecord'> {}

export async function readStored(
  { ledger, snapshots }: StoredPorts,
  tenant: string,
): Promise<StoredTradeFacts> {
  const [policy, lanes, usage, epoch, before] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.readCounts(tenant, 'trade-usage'),
    ledger.epoch(),
    snapshots.latest(tenant),
  ]);
  return { policy, lanes, usage, epoch, before };
}

interface StoredPorts {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes' | 'readCounts' | 'epoch'>;
  readonly snapshots: ValuesBeforePorts['snapshots'];
}

/** The ledger first, then the service: any later change breaks the claim. */
export async function readTradeView(
  ports: Pick<SenderPorts, 'ledger' | 'service' | 'snapshots' | 'reader' | 'now'>,
  tenant: string,
  by: string,
): Promise<TradeViewReading> {
  const { service } = ports;
  const stored = await readStored(ports, tenant);
  const [balances, answer] = await Promise.all([service.readBalances(), service.readPrices()]);
  if (!balances.ok) return balances;
  if (!answer.ok) return answer;
  const { prices, readAt: pricesReadAt } = answer.value;
  const { readAt: balancesReadAt } = balances.value;
  // A currency that was held and is left out of the answer is not zero.
  const known = knownNow(balances.value.balances, stored.before, balancesReadAt);
  const market = { balances: known, balancesReadAt, prices, pricesReadAt };
  const view = await tradeViewOf(ports, { tenant, by }, stored, market);
  const readAt = earlier(balancesReadAt, pricesReadAt);
  return { ok: true, value: { ...view, policy: stored.policy, readAt } };
}

/** The stored part and a market, as trades are judged by them. */
export async function tradeViewOf(
  { reader, now }: Pick<SenderPorts, 'reader' | 'now'>,
  { tenant, by }: { readonly tenant: string; readonly by: string },
  { policy, lanes, usage, epoch, before }: StoredTradeFacts,
  market: TradeMarket,
): Promise<TradeView> {
  const { controls } = policy;
  const { balances, balancesReadAt, prices } = market;
  const into = controls?.reportingCurrency ?? '';
  const values = await valuesBeside(reader, { tenant, prices, before, into }, controls ?? {});
  const read = lanes.map((lane) => withReading(lane, balances, balancesReadAt, controls));
  return {
    ...{ controls, policy, halt: policy.halt, epoch },
    lanes: new Map(read.map((lane) => [lane.currency, lane])),
    ...{ usage, by },
    ...market,
    values,
    pricesDoubted: judgePrices(prices, before, into).doubted,
    now: now(),
  };
}
