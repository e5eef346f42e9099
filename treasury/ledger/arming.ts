import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';

/** By currency, what was sent after the backup and no balance shows yet; decimal text. */
export type UnbookedStatement = Readonly<Record<string, string>>;

/** What one person said, and who agreed. One of a client; the audit log keeps the earlier ones. */
export interface Arming {
  readonly client: string;
  /** The table that is armed. */
  readonly epoch: string;
  /** Of the lanes as they were seen and of every amount: what both people must have said alike. */
  readonly digest: string;
  readonly currencies: readonly string[];
  /** By currency, what was sent after the backup and is unbooked; both people said so. Absent in what was said
   * before that was asked for. */
  readonly unbooked?: UnbookedStatement;
  readonly by: string;
  readonly at: Instant;
  readonly words: string;
  readonly expiresAt: Instant;
  /** Set by the second person. */
  readonly armed?: { readonly by: string; readonly at: Instant; readonly words: string };
  /** Grows with every write. */
  readonly version: number;
  /** Over the word of the first person, by the function that took it; without one it stands for nothing. */
  readonly seal?: Seal;
}
