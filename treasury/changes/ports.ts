import type { Ledger } from '../ports/ledger.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { Instant } from '../time/instant.ts';
import type { PolicyChange, Standing, Subject } from './policy-change.ts';

/** What the ledger is asked about policy and its changes. Every read is strongly consistent. */
export interface PolicyLedger {
  /** Also what was deleted; null where there never was any. */
  readonly readStanding: (client: string, subject: Subject) => Promise<Standing | null>;
  readonly readChange: (client: string, id: string) => Promise<PolicyChange | null>;
  /** Changes made since then that nobody has decided about. */
  readonly openChanges: (client: string, since: Instant) => Promise<readonly PolicyChange[]>;
}

export interface ChangePorts extends Surroundings {
  readonly ledger: PolicyLedger &
    Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'readAuditHead' | 'commit'>;
}
