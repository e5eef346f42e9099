import type { Instant } from '../time/instant.ts';
import type { Already } from './open-instructions.ts';
import type { ForecastRequest } from './present.ts';
import type { Walked } from './walk-ahead.ts';

/** What stops a rule today, and is not assumed to last. */
export const STOPS = ['halted', 'dry-run'] as const;
export type Stop = (typeof STOPS)[number];

/** A forecast's request with what was found. */
export interface Ended extends ForecastRequest {
  readonly to: Instant;
  readonly already: readonly Already[];
  readonly walked: Walked;
}
