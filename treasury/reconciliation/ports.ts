import type { Break } from '../ledger/break.ts';
import type { ClaimWindow } from '../ledger/claim-window.ts';
import type { Leaf } from '../ledger/day-correction.ts';
import type { Flow } from '../ledger/flow.ts';
import type { ControlsReader, Ledger } from '../ledger/ledger.ts';
import type { PendingClaims } from '../ledger/pending-claims.ts';
import type { PastConclusion } from '../ledger/unbooked-conclusion.ts';
import type { MatchingPorts, ReadBreakAt } from '../matching/ports.ts';
import type { Effects } from '../ports/effects.ts';
import type { Instant } from '../time/instant.ts';
import type { Reading } from './reading.ts';

/** Snapshots that were taken, by their ticks; misses are skipped. Strongly consistent. */
export interface Readings<R extends Reading = Reading> {
  /** Newest first, strictly before the tick. */
  readonly takenBefore: (tenant: string, tick: Instant, limit: number) => Promise<readonly R[]>;
  /** Oldest first, strictly after the tick. */
  readonly takenAfter: (tenant: string, tick: Instant, limit: number) => Promise<readonly R[]>;
  /** Oldest first, both ends included. */
  readonly takenBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly R[]>;
}

/** The ledger's reads of flows, breaks and claims. Strongly consistent. */
export interface FlowLedger {
  /** Claims whose quarantine ends after the one and not after the other. */
  readonly claimsEnding: (
    tenant: string,
    after: Instant,
    to: Instant,
  ) => Promise<readonly ClaimWindow[]>;
  /** The same page after page, each read when it is asked for: of claims that no memory may hold at once. */
  readonly claimPages: (
    tenant: string,
    after: Instant,
    to: Instant,
  ) => AsyncIterable<readonly ClaimWindow[]>;
  /** The flows of the snapshots with these ticks, both included, in the order of the ticks. */
  readonly flowsBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly Flow[]>;
  /** The newest of them up to a tick, which is included, of all currencies. */
  readonly newestFlows: (tenant: string, to: Instant, limit: number) => Promise<readonly Flow[]>;
  /**
   * The flows of a currency in which a movement of an instruction shows; both ticks included. By an index, so a flow that was
   * written within the last seconds may be missing, or be there as it was.
   */
  readonly movedBetween: (
    tenant: string,
    currency: string,
    from: Instant,
    to: Instant,
  ) => Promise<readonly Flow[]>;
  /** The same of flows without a movement that leave something unexplained; with a limit, the newest of them. */
  readonly differedBetween: (
    tenant: string,
    currency: string,
    ticks: { readonly from: Instant; readonly to: Instant },
    limit?: number,
  ) => Promise<readonly Flow[]>;
  readonly breaksBetween: (tenant: string, from: Instant, to: Instant) => Promise<readonly Break[]>;
  /** The break of a currency at a tick; null if there never was one. */
  readonly breakAt: ReadBreakAt;
  /** People's conclusions about everything unbooked in a currency, oldest first. */
  readonly conclusionsOf: (tenant: string, currency: string) => Promise<readonly PastConclusion[]>;
  /** Null if nothing was ever pending. */
  readonly readPendingClaims: (tenant: string) => Promise<PendingClaims | null>;
}

/** What it takes to say in the audit log how a day that is over was corrected. */
export interface CorrectionPorts extends Pick<Ledger, 'readAuditHead'> {
  /** Seconds after which a day may be closed. */
  readonly graceSeconds: number;
  /** A flow as its table holds it. */
  readonly leafOf: (tenant: string, flow: Flow) => Leaf;
}

export interface ReconcilePorts extends Pick<Effects, 'now'> {
  /** The movements that the books expect. Absent: none, as in made-up history. */
  readonly matching?: MatchingPorts;
  /** Absent where no day is closed, as in made-up history. */
  readonly corrections?: CorrectionPorts;
  readonly readings: Readings;
  readonly flows: FlowLedger;
  readonly ledger: Pick<Ledger, 'readInstruction' | 'readLanes' | 'commit'> & ControlsReader;
}
