import { cutOffOn } from '../../treasury/calendars/cut-off.ts';
import type { SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import { occurrencesBetween } from '../../treasury/schedules/schedule.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { DEMO_DATA_DAYS, tickFrom } from './period.ts';

/**
 * The ticks at which rules with a cut-off are decided. Ticks of the past are hours apart, and such an occurrence has minutes: without a
 * tick of its own it would start after the cut-off of its day, which no rule may.
 */
export function closingTicks(
  rules: readonly Pick<SweepRuleDraft, 'id' | 'cutOff' | 'schedule'>[],
  from: Instant,
  last: Instant,
): readonly Instant[] {
  return rules.flatMap(({ id, cutOff, schedule }) => {
    if (cutOff === undefined || schedule.kind !== 'cron') return [];
    return occurrencesBetween(schedule, from, last, DEMO_DATA_DAYS).map((occurrence) => {
      const tick = tickFrom(occurrence);
      if (tick < cutOffOn(cutOff, occurrence)) return tick;
      throw new Error(`no made-up tick lies between ${occurrence} and the cut-off of ${id}`);
    });
  });
}
