import type { FailurePoint } from './failure-point.ts';
import { STATUSES } from './points/statuses.ts';

/** Every named failure point, in the order in which an instruction meets them. */
export const CATALOGUE: readonly FailurePoint[] = [...STATUSES];
