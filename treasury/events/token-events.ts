import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** The service accepts another token than before. Nothing of the token itself is in it. */
interface TokenData {
  /** How many tokens the service has accepted so far. */
  readonly version: number;
  /** When balances were first read with it. */
  readonly firstUsedAt: Instant;
}

export interface TokenEvents {
  readonly 'com.sluice.token.rotated': TokenData;
}

/** One event for each token after the first. */
export function tokenEvent({ after }: MoveOf<'token-use'>): EventBody | null {
  const { version, firstUsedAt } = after;
  if (version === 1) return null;
  const data = { version, firstUsedAt };
  return {
    type: 'com.sluice.token.rotated',
    subject: 'token',
    time: firstUsedAt,
    write: `${version}`,
    data,
  };
}
