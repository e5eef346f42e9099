import type { Break } from '../ledger/break.ts';
import type { MatchingUsage } from '../ledger/matching-usage.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { SealVerifier } from '../seals/ports.ts';

/** What matching reads. Every read is strongly consistent. */
export interface MatchingPorts {
  /** Identity of the ledger's table: a seal of another one is none here. */
  readonly epoch: () => Promise<string>;
  /** Without deleted ones, and those that cannot be read. */
  readonly readRules: (tenant: string) => Promise<readonly MatchingRule[]>;
  /** Null if the rule has explained nothing yet that is counted. */
  readonly readUsage: (tenant: string, ruleId: string) => Promise<MatchingUsage | null>;
  readonly seals: SealVerifier;
}

/** The break of a currency at a snapshot's tick; null if there never was one. Strongly consistent. */
export type ReadBreakAt = (
  tenant: string,
  at: Pick<Break, 'snapshot' | 'currency'>,
) => Promise<Break | null>;
