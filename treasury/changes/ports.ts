import type { Ledger } from '../ledger/ledger.ts';
import type { PolicyChange, Standing, Subject } from '../ledger/policy-change.ts';
import type { Effects } from '../ports/effects.ts';
import type { Seals } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';

/** What the ledger is asked about policy and its changes. Every read is strongly consistent. */
export interface PolicyLedger {
  /** Also what was deleted; null where there never was any. */
  readonly readStanding: (tenant: string, subject: Subject) => Promise<Standing | null>;
  readonly readChange: (tenant: string, id: string) => Promise<PolicyChange | null>;
  /**
   * Changes that a person made, that nobody has decided about and that have not expired by then; so many at most.
   * From an index: what was written a moment ago may still be missing, or still be there.
   */
  readonly openChangesOf: (
    tenant: string,
    madeBy: string,
    now: Instant,
    limit: number,
  ) => Promise<readonly PolicyChange[]>;
}

export interface ChangePorts extends Effects {
  /** Verified is what a change rests on, sealed what it makes. */
  readonly seals: Seals;
  /** The interval of the snapshots: no rule may ask for an occurrence to start sooner than they allow. */
  readonly snapshotEverySeconds: number;
  readonly ledger: PolicyLedger &
    Pick<
      Ledger,
      'epoch' | 'readHaltMarks' | 'readPolicy' | 'readLanes' | 'readAuditHead' | 'commit'
    >;
}
