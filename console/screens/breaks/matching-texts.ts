import { formatAmount } from '../../display/amounts.ts';
import { formatDuration } from '../../display/times.ts';
import type { MatchingRule } from './types.ts';

/** What a matching rule takes a movement of its class for, in short phrases. */
export function boundsOf(rule: MatchingRule, reporting: string): readonly string[] {
  const unit = rule.currency ?? reporting;
  const amount = (text: string) => `${formatAmount(text, unit)} ${unit}`;
  const { minimum, maximum, repeats, hours, schedule, per24Hours } = rule;
  return [
    ...(repeats === undefined
      ? []
      : [`${amount(repeats.amount)}, give or take ${amount(repeats.tolerance)}`]),
    ...(minimum === undefined ? [] : [`at least ${amount(minimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${amount(maximum)}`]),
    ...(per24Hours === undefined ? [] : [`at most ${amount(per24Hours)} in 24 hours`]),
    ...(hours === undefined
      ? []
      : [`${hours.from} to ${hours.to} ${hours.timeZone}, ${hours.weekdays.join(' ')}`]),
    ...(schedule === undefined
      ? []
      : [
          `${schedule.expression} ${schedule.timeZone}, give or take ${formatDuration(schedule.toleranceSeconds)}`,
        ]),
  ];
}
