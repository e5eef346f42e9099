import type { Ledger } from '../ledger/ledger.ts';
import type { CurrentItem, PolicyChange, Subject } from '../ledger/policy-change.ts';
import type { ManualRate } from '../policy/manual-rate.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { Webhook } from '../policy/webhook.ts';
import type { Effects } from '../ports/effects.ts';
import type { Seals } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import type { ReceiverPorts } from './webhook-conflict.ts';

/** Webhooks that were not deleted; of those that cannot be read the ids. */
export interface WebhooksRead {
  readonly things: readonly Webhook[];
  readonly unreadable: readonly string[];
}

/** The ledger's reads of policy and of its changes. Every read is strongly consistent. */
export interface PolicyLedger {
  /** Includes deleted ones; null if there never was one. */
  readonly readCurrent: (tenant: string, subject: Subject) => Promise<CurrentItem | null>;
  /** Without deleted ones, and those that cannot be read: they explain nothing. */
  readonly readManualRates: (tenant: string) => Promise<readonly ManualRate[]>;
  readonly readMatchingRules: (tenant: string) => Promise<readonly MatchingRule[]>;
  readonly readChange: (tenant: string, id: string) => Promise<PolicyChange | null>;
  readonly readWebhooks: (tenant: string) => Promise<WebhooksRead>;
  /**
   * A person's changes that no other person has decided about and that have not expired by then; at most so many.
   * From an index: a change written a moment ago may still be missing, or still be there.
   */
  readonly openChangesOf: (
    tenant: string,
    madeBy: string,
    now: Instant,
    limit: number,
  ) => Promise<readonly PolicyChange[]>;
}

export interface ChangePorts extends Effects, ReceiverPorts {
  /** Verifies what a change rests on, seals what it writes. */
  readonly seals: Seals;
  /** The interval of the snapshots: no rule may ask for an occurrence to start sooner than they allow. */
  readonly snapshotEverySeconds: number;
  /** The stage's reporting currency, which the controls cannot leave. */
  readonly reportingCurrency: string;
  readonly ledger: PolicyLedger &
    Pick<
      Ledger,
      'epoch' | 'readHaltMarks' | 'readPolicy' | 'readLanes' | 'readAuditHead' | 'commit'
    >;
}
