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
  /** Counts the accepted changes of this account, from 1. */
  readonly version: number;
}
