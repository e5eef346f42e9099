import { epochMsOf, type Instant, plusMonths } from '../../treasury/time/instant.ts';
import { SNAPSHOT_EXPIRY } from './keys.ts';

/** For how many months a snapshot, or the run on it, is kept from its tick on. */
export type Retention = number | 'for-ever';

/** The second after which an item may be removed; none if it stays. */
export type Expiry = { readonly [SNAPSHOT_EXPIRY]?: number };

/** The attribute with the second after which the table may remove an item of this tick; none if it stays. */
export function expiryOf(tick: Instant, retention: Retention): Expiry {
  if (retention === 'for-ever') return {};
  return { [SNAPSHOT_EXPIRY]: epochMsOf(plusMonths(tick, retention)) / 1_000 };
}
