import { decimalOf } from '../money/decimal-text.ts';
import { type CronSchedule, parseSchedule } from '../schedules/schedule.ts';
import { isTimeZone } from '../schedules/wall-clock.ts';
import { labelKey } from './label.ts';
import type { MatchingRule } from './matching-rule.ts';
import type { MatchingRuleDraft } from './matching-rule-schema.ts';
import { MAX_MATCHING_RULES } from './policy-limits.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import { unlessRefused } from './refused-field.ts';

/** The occurrences of an expected movement. */
export function cronOf(schedule: MatchingRuleDraft['schedule'] & object): CronSchedule {
  const { expression, timeZone } = schedule;
  return { kind: 'cron', expression, timeZone };
}

/** The rules between the fields of one matching rule; with the interval of the snapshots, if that is known. */
export function matchingRuleProblems(
  rule: MatchingRuleDraft,
  snapshotEverySeconds = 0,
): readonly PolicyProblem[] {
  const checks = [
    boundProblems,
    outflowProblems,
    anyCurrencyProblems,
    hoursProblems,
    (each: MatchingRuleDraft) => scheduleProblems(each, snapshotEverySeconds),
  ];
  return checks.flatMap((check) => unlessRefused(() => check(rule)));
}

/** The conditions between a matching rule and the others: readers of the books know a class by its label. */
export function problemsAmongMatchingRules(
  { id, label }: MatchingRuleDraft,
  rules: readonly Pick<MatchingRule, 'id' | 'label'>[],
): readonly PolicyProblem[] {
  const others = rules.filter((each) => each.id !== id);
  const twin = others.find((each) => labelKey(each.label) === labelKey(label));
  const accepted = `at most ${MAX_MATCHING_RULES} matching rules`;
  return [
    ...(twin === undefined
      ? []
      : [problem('label', label, `a label of its own; ${twin.id} has this one`)]),
    ...(others.length < MAX_MATCHING_RULES
      ? []
      : [{ path: 'id', seen: `${others.length + 1} matching rules`, accepted }]),
  ];
}

/** The problems of all matching rules of a policy file. */
export function matchingRulesProblems(
  rules: readonly MatchingRuleDraft[],
  snapshotEverySeconds = 0,
): readonly PolicyProblem[] {
  return rules.flatMap((rule, index) => {
    const earlier = rules.slice(0, index);
    const twin = earlier.findIndex(({ id }) => id === rule.id);
    const own =
      twin < 0
        ? unlessRefused(() => problemsAmongMatchingRules(rule, earlier))
        : [problem('id', rule.id, `an id of its own; matchingRules[${twin}] has this one`)];
    return [...own, ...unlessRefused(() => matchingRuleProblems(rule, snapshotEverySeconds))].map(
      (each) => ({
        ...each,
        path: `matchingRules[${index}].${each.path}`,
      }),
    );
  });
}

/** An amount either repeats or lies between bounds, and some amount must fit. */
function boundProblems({ repeats, minimum, maximum, per24Hours }: MatchingRuleDraft) {
  const least = repeats === undefined ? minimum : repeats.amount;
  const isEmpty =
    minimum !== undefined &&
    maximum !== undefined &&
    decimalOf(minimum).greaterThan(decimalOf(maximum));
  return [
    ...(repeats !== undefined && minimum !== undefined
      ? [problem('minimum', minimum, 'nothing beside `repeats`')]
      : []),
    ...(repeats !== undefined && maximum !== undefined
      ? [problem('maximum', maximum, 'nothing beside `repeats`')]
      : []),
    ...(repeats !== undefined && decimalOf(repeats.tolerance).greaterThan(decimalOf(repeats.amount))
      ? [problem('repeats.tolerance', repeats.tolerance, `at most ${repeats.amount}, the amount`)]
      : []),
    ...(isEmpty ? [problem('maximum', maximum, `at least the minimum, ${minimum}`)] : []),
    ...(per24Hours !== undefined &&
    least !== undefined &&
    decimalOf(per24Hours).lessThan(decimalOf(least))
      ? [problem('per24Hours', per24Hours, `at least ${least}: one movement must fit in it`)]
      : []),
  ];
}

/**
 * What goes out is explained by a rule only within bounds: of one movement, and of a day. Without the second, a theft in
 * many small parts would look like fees.
 */
function outflowProblems({ direction, repeats, maximum, per24Hours }: MatchingRuleDraft) {
  if (direction === 'inflow') return [];
  return [
    ...(repeats === undefined && maximum === undefined
      ? [problem('maximum', undefined, 'an upper bound, or `repeats`: what goes out needs one')]
      : []),
    ...(per24Hours === undefined
      ? [problem('per24Hours', undefined, 'the most in 24 hours: what goes out needs a bound')]
      : []),
  ];
}

/** Amounts of several currencies are compared by their value, which prices move: that bounds nothing that goes out. */
function anyCurrencyProblems({ currency, direction, repeats }: MatchingRuleDraft) {
  if (currency !== undefined) return [];
  return [
    ...(direction === 'outflow'
      ? [problem('currency', undefined, 'a currency: what goes out is bounded in its own')]
      : []),
    ...(repeats === undefined
      ? []
      : [problem('currency', undefined, 'a currency: a repeated amount has one')]),
  ];
}

function hoursProblems({ hours }: MatchingRuleDraft) {
  if (hours === undefined || isTimeZone(hours.timeZone)) return [];
  const accepted = 'an IANA time zone such as "Europe/Zurich" or "UTC"';
  return [problem('hours.timeZone', hours.timeZone, accepted)];
}

/**
 * A movement shows between two snapshots. If these lie further apart than the tolerance, no occurrence could ever be
 * told from what lies between them.
 */
function scheduleProblems({ schedule }: MatchingRuleDraft, snapshotEverySeconds: number) {
  if (schedule === undefined) return [];
  const parsed = parseSchedule(cronOf(schedule));
  if (!parsed.ok) return [problem(`schedule.${parsed.field}`, parsed.seen, parsed.accepted)];
  if (schedule.toleranceSeconds >= snapshotEverySeconds) return [];
  const accepted = `at least ${snapshotEverySeconds}, the interval of the snapshots`;
  return [problem('schedule.toleranceSeconds', schedule.toleranceSeconds, accepted)];
}

function problem(path: string, seen: unknown, accepted: string): PolicyProblem {
  return { path, seen: showValue(seen), accepted };
}
