import type { Limit } from '../../../treasury/policy/limit.ts';
import { unitsOf } from '../units.ts';

/** A limit in units of its currency. */
export function limitUnits(limit: Limit): bigint {
  if (typeof limit !== 'string') throw new TypeError(`no price for ${limit.value} ${limit.in}`);
  return unitsOf(limit);
}
