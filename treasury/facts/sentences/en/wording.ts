import type { RuleSplit } from '../../../policy/split-schema.ts';
import { type Allocation, latestStartOf } from '../../../policy/sweep-rule.ts';
import { duration } from '../../../time/duration.ts';
import type { RuleSchedule } from '../../schedule-facts.ts';
import type { Phrase } from '../said.ts';
import { joined, numberPart, type Sentence, sentence } from '../sentence.ts';

/** "50 % of the surplus", for tables. */
export function allocationText(allocation: Allocation): Phrase {
  switch (allocation.kind) {
    case 'all':
      return 'all of the surplus';
    case 'percentage':
      return sentence`${numberPart(allocation.percent)} % of the surplus`;
    case 'fixed':
      return sentence`${numberPart(allocation.amount)}, or the surplus where that is less`;
    default:
      return allocation satisfies never;
  }
}

/** "60 %; 40 %", and "5; the rest", in the order of the parts. */
export function splitText(split: RuleSplit): Sentence {
  const parts =
    split.kind === 'weights'
      ? split.parts.map(({ percent }) => sentence`${numberPart(percent)} %`)
      : split.parts.map(({ amount }) => (amount === undefined ? 'the rest' : numberPart(amount)));
  return joined(parts, '; ');
}

/** "cron 0 7 * * ? * Europe/Zurich, started within 1 hour". */
export function scheduleText({ schedule, latestStartSeconds }: RuleSchedule): Sentence {
  return schedule.kind === 'cron'
    ? [
        `cron ${schedule.expression} ${schedule.timeZone}, started within ${duration(latestStartOf({ latestStartSeconds }))}`,
      ]
    : ['every snapshot'];
}
