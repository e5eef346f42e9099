import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';

/**
 * A withdrawal account registered at the service (reference, 2.3). `id` is the service's own
 * identifier; only an active account whose currency matches can ever be a destination.
 */
export interface RegisteredAccount {
  /** UUID, as registered at the service. */
  readonly id: string;
  readonly label: string;
  readonly network: string;
  readonly currency: string;
  /** Network-specific; any properties, as the service shows them. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly status: 'active' | 'inactive';
  /** Nothing leaves to it before this moment: time for somebody to notice. Absent: from the start. */
  readonly usableFrom?: Instant;
  /** Set where it was taken away for ever; then it is inactive, and only its history is shown. */
  readonly deletedAt?: Instant;
  /** Counts the accepted changes of this account, from 1. */
  readonly version: number;
  /** Over this version, by whoever wrote it; without one nothing leaves to it. */
  readonly seal?: Seal;
}

/** The service does not tell account ids apart by case, so neither does what counts against them. */
export function accountKey(accountId: string): string {
  return accountId.toLowerCase();
}
