import type { CheckFact } from '../../check-fact.ts';
import type { Said } from '../said.ts';
import { AMOUNTS } from './amounts.ts';
import { BOUNDS } from './bounds.ts';
import { CONVERSIONS } from './conversions.ts';
import { DESTINATIONS } from './destinations.ts';
import { LANES, RULE } from './lanes.ts';
import { PRICES_OF_LIMITS } from './prices-of-limits.ts';
import { SCHEDULES } from './schedules.ts';
import { SPLITS } from './splits.ts';
import { TIMING } from './timing.ts';

export const CHECKS: Said<CheckFact> = {
  ...LANES,
  ...RULE,
  ...DESTINATIONS,
  ...TIMING,
  ...SCHEDULES,
  ...PRICES_OF_LIMITS,
  ...AMOUNTS,
  ...BOUNDS,
  ...SPLITS,
  ...CONVERSIONS,
};
