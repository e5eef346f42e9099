import type { ApprovalCount } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { readSince } from '../instructions/lane-reading.ts';
import { approvalsOfRequest } from '../instructions/requester.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { type Contended, retry } from '../retries/retry.ts';
import type { SealVerifier } from '../seals/ports.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { ValuesBeforePorts } from '../snapshots/values-beside.ts';
import type { Instant } from '../time/instant.ts';
import type { Balances } from '../valuation/balance.ts';
import { type AskedTrade, judgeTrade } from './judge-trade.ts';
import { readStored, tradeViewOf } from './read-trade-view.ts';
import { refuseByPolicy } from './trade-guards.ts';
import type { TradeRefusal } from './trade-refusal.ts';

/** Nothing here writes, makes a seal or asks the service. */
export interface CheckTradePorts extends Pick<Effects, 'now'>, ValuesBeforePorts {
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readCounts' | 'readHalt' | 'readHaltMarks'
  >;
  readonly seals: SealVerifier;
}

export type TradeCheck = {
  readonly asOf: Instant;
  /** On which it was judged; null if there is none. */
  readonly snapshot: SnapshotTaken | null;
} & (
  | {
      readonly result: 'accepted';
      /** None: a request of it is sent at once. */
      readonly approvalsRequired: 0 | ApprovalCount;
      readonly value: { readonly amount: string; readonly currency: string };
    }
  | { readonly result: 'refused'; readonly refusal: TradeRefusal }
  /** There is no market on record: a request reads it of the service. */
  | { readonly result: 'unknown'; readonly why: 'no-snapshot' | 'no-prices' }
);

/**
 * What a request of this trade would be told now, by the very judge of requests, if the service still answered what the latest
 * snapshot has. It holds as of its moment and promises nothing: the request reads balances and prices anew.
 */
export async function checkTrade(
  ports: CheckTradePorts,
  asked: AskedTrade,
): Promise<TradeCheck | Contended> {
  const checked = await retry(() => checkOnce(ports, asked), { attempts: MAX_CLAIM_ATTEMPTS });
  return checked ?? { result: 'contended' };
}

/** Null if the treasury was halted or resumed meanwhile. */
async function checkOnce(ports: CheckTradePorts, asked: AskedTrade): Promise<TradeCheck | null> {
  const { tenant, requestedBy: by, request } = asked;
  const stored = await readStored(ports, tenant);
  const { policy, lanes, before: snapshot } = stored;
  if (snapshot === null || Object.keys(snapshot.prices).length === 0) {
    const seen = { asOf: ports.now(), snapshot };
    const refusal = refuseByPolicy(request, policy);
    if (refusal !== null) return { ...seen, result: 'refused', refusal };
    return { ...seen, result: 'unknown', why: snapshot === null ? 'no-snapshot' : 'no-prices' };
  }
  const { prices, takenAt } = snapshot;
  const view = await tradeViewOf(ports, { tenant, by }, stored, {
    balances: withLater(snapshot, lanes),
    ...{ balancesReadAt: takenAt, prices, pricesReadAt: takenAt, onRecord: true },
  });
  const judged = await judgeTrade(ports, asked, view);
  const seen = { asOf: view.now, snapshot };
  switch (judged.verdict) {
    case 'changed':
      return null;
    case 'refused':
      return { ...seen, result: 'refused', refusal: judged.refusal };
    case 'sendable':
    case 'needs-approval': {
      const { notional, controls } = judged.guarded;
      const value = { amount: notional.value, currency: controls.reportingCurrency };
      const approvalsRequired = judged.verdict === 'sendable' ? 0 : approvalsOfRequest(by);
      return { ...seen, result: 'accepted', approvalsRequired, value };
    }
    default:
      return judged satisfies never;
  }
}

/** The snapshot's balances, with what lanes have read since. */
function withLater({ balances, takenAt }: SnapshotTaken, lanes: readonly Lane[]): Balances {
  const later = lanes.flatMap((lane) => {
    const read = readSince(lane, takenAt);
    if (read === null) return [];
    const { at: _, ...balance } = read;
    return [[lane.currency, balance] as const];
  });
  return { ...balances, ...Object.fromEntries(later) };
}
