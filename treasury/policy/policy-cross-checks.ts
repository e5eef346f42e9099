import type { CalendarDays } from '../calendars/calendar.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { compare, money } from '../money/money.ts';
import { parseSchedule } from '../schedules/schedule.ts';
import { conversionOf } from './conversion.ts';
import {
  circleProblems,
  conversionProblems,
  lowProblems,
  sweepProblems,
} from './conversion-checks.ts';
import { labelKey } from './label.ts';
import { compareLimits, isValueLimit, type Limit, sayLimit } from './limit.ts';
import { problemsOfLimitedAccounts } from './limited-account-checks.ts';
import {
  DEFAULT_LATEST_START_SECONDS,
  LATEST_START_TICKS,
  MAX_PAYMENTS_PER_CURRENCY,
  MAX_RULES,
  MAX_RULES_PER_CURRENCY,
} from './policy-limits.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import type { PolicyFile, RegisteredAccountDraft, SweepRuleDraft } from './policy-schema.ts';
import { unlessRefused } from './refused-field.ts';
import { accountKey } from './registered-account.ts';
import { destinationKeysOf } from './rule-split.ts';
import { ruleTimesChecks } from './rule-times-checks.ts';
import { smallestSweep } from './smallest-sweep.ts';
import { splitProblems } from './split-checks.ts';
import { latestStartOf, type SweepRule } from './sweep-rule.ts';
import { valueCurrencyProblems } from './value-limit-checks.ts';

/** The rules between the fields of a policy whose shape is right. Empty: all are met. */
export function policyRuleProblems(
  pieces: Pick<PolicyFile, 'accounts' | 'rules'> & { readonly calendars: readonly CalendarDays[] },
  reportingCurrency: string | null | undefined,
  snapshotEverySeconds = 0,
): readonly PolicyProblem[] {
  return [
    // The service ignores case in uuids, so a policy must too.
    ...unlessRefused(() =>
      duplicates(
        pieces.accounts.map(({ id }) => accountKey(id)),
        'accounts',
      ),
    ),
    ...unlessRefused(() =>
      duplicates(
        pieces.rules.map(({ id }) => id),
        'rules',
      ),
    ),
    ...unlessRefused(() => problemsOfLimitedAccounts(pieces.accounts)),
    ...unlessRefused(() => tooManyOfACurrency(pieces.rules)),
    ...unlessRefused(() => pieces.rules).flatMap((rule, index) =>
      [
        ...ruleProblems(rule, pieces, reportingCurrency, snapshotEverySeconds),
        ...unlessRefused(() => circleProblems(rule, pieces.rules)),
      ].map((problem) => ({ ...problem, path: `rules[${index}].${problem.path}` })),
    ),
  ];
}

/** The pieces that a rule names. */
export interface NamedPieces {
  readonly accounts: readonly RegisteredAccountDraft[];
  readonly calendars: readonly CalendarDays[];
}

/**
 * The rules between the fields of one rule, with the pieces that it names, with the reporting currency (null without
 * controls), and with the interval of the snapshots if that is known.
 */
export function ruleProblems(
  rule: SweepRuleDraft,
  pieces: NamedPieces,
  reportingCurrency: string | null | undefined,
  snapshotEverySeconds = 0,
): readonly PolicyProblem[] {
  const checks = [
    () => (conversionOf(rule) === null ? sweepProblems(rule) : conversionProblems(rule)),
    () => (conversionOf(rule) === null ? destinationProblems(rule, pieces.accounts) : []),
    () => (conversionOf(rule) === null ? splitProblems(rule, pieces.accounts) : []),
    () => lowProblems(rule),
    () => keepProblems(rule),
    ...roomChecks(rule),
    () => valueCurrencyProblems(rule, reportingCurrency),
    () => scheduleProblems(rule),
    () => latestStartProblems(rule, snapshotEverySeconds),
    () => backoffProblems(rule),
    ...ruleTimesChecks(rule, pieces),
  ];
  return checks.flatMap((check) => unlessRefused(check));
}

/** The conditions between a rule and the other rules of the policy. */
export function problemsAmongRules(
  draft: SweepRuleDraft,
  others: readonly SweepRule[],
): readonly PolicyProblem[] {
  const { label, currency } = draft;
  const ofCurrency = others.filter((rule) => rule.currency === currency);
  return [
    ...takenLabel(label, others),
    ...circleProblems(draft, [draft, ...others]),
    ...tooMany('id', others.length, MAX_RULES, 'rules'),
    ...tooMany('currency', ofCurrency.length, MAX_RULES_PER_CURRENCY, `rules for ${currency}`),
    ...tooManyPayments('split', currency, [...ofCurrency, draft]),
  ];
}

/** An approver knows a destination, and a rule, by its label. */
export function takenLabel(
  label: string,
  others: readonly { readonly id: string; readonly label: string }[],
): readonly PolicyProblem[] {
  const twin = others.find((each) => labelKey(each.label) === labelKey(label));
  if (twin === undefined) return [];
  const accepted = `a label of its own; ${twin.id} has this one`;
  return [{ path: 'label', seen: showValue(label), accepted }];
}

export function tooMany(
  path: string,
  others: number,
  maximum: number,
  what: string,
): readonly PolicyProblem[] {
  if (others < maximum) return [];
  return [{ path, seen: `${others + 1} ${what}`, accepted: `at most ${maximum} ${what}` }];
}

function destinationProblems(
  { withdrawalAccountId, currency }: SweepRuleDraft,
  accounts: readonly RegisteredAccountDraft[],
): readonly PolicyProblem[] {
  if (withdrawalAccountId === undefined) {
    const accepted = 'the id of one of the accounts';
    return [{ path: 'withdrawalAccountId', seen: showValue(withdrawalAccountId), accepted }];
  }
  const key = accountKey(withdrawalAccountId);
  const account = accounts.find(({ id }) => accountKey(id) === key);
  if (account === undefined) {
    const accepted = 'the id of one of the accounts';
    return [{ path: 'withdrawalAccountId', seen: showValue(withdrawalAccountId), accepted }];
  }
  if (account.currency === currency) return [];
  const accepted = `${showValue(account.currency)}, the currency of "${account.label}"`;
  return [{ path: 'currency', seen: showValue(currency), accepted }];
}

/**
 * A limit that no amount could ever satisfy is a mistake, not a rule that never sweeps. Between an amount and a value
 * only the price of the moment can tell: that is checked with every decision.
 */
function roomChecks(rule: SweepRuleDraft): readonly (() => readonly PolicyProblem[])[] {
  const room = (path: string, limit: Limit | undefined) =>
    limit === undefined ? [] : atLeast(path, limit, rule);
  const fixedOf = ({ allocation }: SweepRuleDraft) =>
    allocation.kind === 'fixed' ? allocation.amount : undefined;
  return [
    () => room('maximum', rule.maximum),
    () => room('budgets.per24Hours', rule.budgets.per24Hours),
    () => room('budgets.per30Days', rule.budgets.per30Days),
    () => room('allocation.amount', fixedOf(rule)),
  ];
}

function keepProblems({ currency, keep, threshold }: SweepRuleDraft): readonly PolicyProblem[] {
  const order = compareLimits(keep, threshold);
  if (order === null || order <= 0) return [];
  const most = isValueLimit(threshold) ? sayLimit(currency, threshold) : threshold;
  return [{ path: 'keep', seen: showValue(keep), accepted: `at most the threshold, ${most}` }];
}

function atLeast(
  path: string,
  limit: Limit,
  { currency, minimum, step }: SweepRuleDraft,
): readonly PolicyProblem[] {
  if (isValueLimit(limit)) {
    const order = isValueLimit(minimum) ? compareLimits(limit, minimum) : null;
    if (order === null || order >= 0) return [];
    const accepted = `at least the minimum, ${sayLimit(currency, minimum)}`;
    return [{ path, seen: showValue(limit), accepted }];
  }
  // A minimum by value is not known here; a step always is.
  const smallest = smallestSweep({
    currency,
    step,
    minimum: isValueLimit(minimum) ? '0' : minimum,
  });
  if (compare(money(currency, limit), smallest) >= 0) return [];
  const accepted = `at least ${formatDecimal(smallest.amount)}, the smallest sweep by minimum and step`;
  return [{ path, seen: showValue(limit), accepted }];
}

function scheduleProblems({ schedule }: SweepRuleDraft): readonly PolicyProblem[] {
  const parsed = parseSchedule(schedule);
  if (parsed.ok) return [];
  const { field, seen, accepted } = parsed;
  return [{ path: `schedule.${field}`, seen: showValue(seen), accepted }];
}

/** An occurrence is decided with the first snapshot after it, and must survive one that fails. */
function latestStartProblems(
  { schedule, latestStartSeconds }: SweepRuleDraft,
  snapshotEverySeconds: number,
): readonly PolicyProblem[] {
  const path = 'latestStartSeconds';
  if (schedule.kind === 'every-snapshot') {
    if (latestStartSeconds === undefined) return [];
    const accepted = 'only beside a schedule of kind "cron"';
    return [{ path, seen: `${latestStartSeconds}`, accepted }];
  }
  const least = LATEST_START_TICKS * snapshotEverySeconds;
  if (latestStartOf({ latestStartSeconds }) >= least) return [];
  const seen =
    latestStartSeconds === undefined
      ? `none, which means ${DEFAULT_LATEST_START_SECONDS}`
      : `${latestStartSeconds}`;
  const accepted = `at least ${least}, ${LATEST_START_TICKS} intervals of the snapshots`;
  return [{ path, seen, accepted }];
}

function backoffProblems({ backoff }: SweepRuleDraft): readonly PolicyProblem[] {
  const { firstSeconds, maximumSeconds } = backoff;
  if (firstSeconds <= maximumSeconds) return [];
  const accepted = `at most maximumSeconds, ${maximumSeconds}`;
  return [{ path: 'backoff.firstSeconds', seen: `${firstSeconds}`, accepted }];
}

function duplicates(ids: readonly string[], list: string): readonly PolicyProblem[] {
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (first === index) return [];
    const accepted = `an id of its own; ${list}[${first}] has this one`;
    return [{ path: `${list}[${index}].id`, seen: showValue(id), accepted }];
  });
}

/** An approver knows a destination, and a rule, by its label. A draft that is only tried out needs none. */
export function labelProblems({
  accounts,
  rules,
}: Pick<PolicyFile, 'accounts' | 'rules'>): readonly PolicyProblem[] {
  return [...duplicateLabels(accounts, 'accounts'), ...duplicateLabels(rules, 'rules')];
}

function duplicateLabels(
  pieces: readonly { readonly label: string }[],
  list: string,
): readonly PolicyProblem[] {
  const keys = pieces.map(({ label }) => labelKey(label));
  return pieces.flatMap(({ label }, index) => {
    const first = keys.indexOf(keys[index] ?? '');
    if (first === index) return [];
    const accepted = `a label of its own; ${list}[${first}] has this one`;
    return [{ path: `${list}[${index}].label`, seen: showValue(label), accepted }];
  });
}

function tooManyPayments(
  path: string,
  currency: string,
  rules: readonly SweepRuleDraft[],
): readonly PolicyProblem[] {
  const payments = rules.reduce((sum, rule) => sum + destinationKeysOf(rule).length, 0);
  if (payments <= MAX_PAYMENTS_PER_CURRENCY) return [];
  const accepted = `at most ${MAX_PAYMENTS_PER_CURRENCY} parts of all rules for ${currency}, a rule without a split being one`;
  return [{ path, seen: `${payments} parts`, accepted }];
}

function tooManyOfACurrency(rules: readonly SweepRuleDraft[]): readonly PolicyProblem[] {
  const byCurrency = Map.groupBy(rules, ({ currency }) => currency);
  const tooManyRules = [...byCurrency]
    .filter(([, { length }]) => length > MAX_RULES_PER_CURRENCY)
    .map(([currency, { length }]) => ({
      path: 'rules',
      seen: `${length} rules for ${currency}`,
      accepted: `at most ${MAX_RULES_PER_CURRENCY} rules per currency`,
    }));
  const payments = [...byCurrency].flatMap(([currency, own]) =>
    tooManyPayments('rules', currency, own),
  );
  return [...tooManyRules, ...payments];
}
