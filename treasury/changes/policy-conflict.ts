import { digestOfDestination } from '../instructions/paid-destination.ts';
import { digitsProblems, stepProblems } from '../policy/answered-amounts-checks.ts';
import { calendarProblems, problemsAmongCalendars } from '../policy/calendar-checks.ts';
import { limitedAccountProblems } from '../policy/limited-account-checks.ts';
import { manualRateProblems, problemsAmongManualRates } from '../policy/manual-rate-checks.ts';
import {
  cronOf,
  matchingRuleProblems,
  problemsAmongMatchingRules,
} from '../policy/matching-rule-checks.ts';
import type { Policy } from '../policy/policy.ts';
import {
  type NamedPieces,
  problemsAmongRules,
  ruleProblems,
  takenLabel,
  tooMany,
} from '../policy/policy-cross-checks.ts';
import { MAX_ACCOUNTS, MAX_CURRENCY_MODES } from '../policy/policy-limits.ts';
import { type PolicyProblem, showValue } from '../policy/policy-problem.ts';
import type { RegisteredAccountDraft } from '../policy/policy-schema.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';
import { paysTo } from '../policy/rule-split.ts';
import { reportingCurrencyProblems } from '../policy/value-limit-checks.ts';
import { type CronSchedule, nextOccurrence, parseSchedule } from '../schedules/schedule.ts';
import type { Instant } from '../time/instant.ts';
import {
  accountDraftOf,
  calendarDraftOf,
  manualRateDraftOf,
  matchingRuleDraftOf,
  ruleDraftOf,
  type Wanted,
} from './drafts.ts';
import { knownCurrencies } from './known-currencies.ts';
import { nearestCurrency } from './nearest-currency.ts';
import { currenciesOf } from './writes-of.ts';

/** Currencies armed by one change at most: each is a write of its transaction, which has 100. */
const MAX_NEW_LANES = 40;

/**
 * Conflicts between a piece of policy and the rest of it. Those that existed before in the very same way are left
 * out: they must not keep a person from switching a rule off.
 */
export function policyConflict(
  wanted: Wanted,
  policy: Policy,
  armed: readonly string[],
  snapshotEverySeconds: number,
  now: Instant,
): readonly PolicyProblem[] {
  const problems = (each: Wanted) => [
    ...problemsOf(each, policy, snapshotEverySeconds),
    ...scheduleOver(each, now),
  ];
  const wrong = [
    ...problems(wanted),
    ...newLaneProblems(wanted, armed),
    ...currencyModeProblems(wanted, policy, armed),
  ];
  const before = currentIn(wanted, policy);
  if (before === null) return wrong;
  const known = problems(before).map(textOf);
  return wrong.filter((problem) => !known.includes(textOf(problem)));
}

function problemsOf(
  wanted: Wanted,
  policy: Policy,
  snapshotEverySeconds: number,
): readonly PolicyProblem[] {
  switch (wanted.kind) {
    case 'rule': {
      const others = policy.rules.filter(({ id }) => id !== wanted.after.id);
      return [
        ...ruleProblems(
          wanted.after,
          piecesIn(policy),
          policy.controls?.reportingCurrency ?? null,
          snapshotEverySeconds,
        ),
        ...problemsAmongRules(wanted.after, others),
        ...stepProblems(wanted.after, policy.accounts.map(accountDraftOf), policy.controls),
      ];
    }
    case 'account':
      return accountProblems(wanted, policy);
    case 'manual-rate':
      return [
        ...manualRateProblems(wanted.after),
        ...problemsAmongManualRates(wanted.after, policy.manualRates ?? []),
      ];
    case 'matching-rule':
      return [
        ...matchingRuleProblems(wanted.after, snapshotEverySeconds),
        ...problemsAmongMatchingRules(wanted.after, policy.matchingRules ?? []),
      ];
    case 'calendar':
      return [
        ...calendarProblems(wanted.after),
        ...problemsAmongCalendars(wanted.after, policy.calendars ?? []),
      ];
    case 'webhook':
      // No other kind of piece concerns a webhook: see webhook-conflict.ts.
      return [];
    case 'controls':
      // Those of its modes only if lanes are known: see currencyModeProblems.
      return [
        ...reportingCurrencyProblems(wanted.after.reportingCurrency, policy.rules),
        ...digitsProblems(
          policy.rules.map(ruleDraftOf),
          policy.accounts.map(accountDraftOf),
          wanted.after,
        ),
      ];
    default:
      return wanted satisfies never;
  }
}

function piecesIn({ accounts, calendars = [] }: Policy): NamedPieces {
  return { accounts: accounts.map(accountDraftOf), calendars };
}

/** A rule that will never be due protects nothing, although it seems to. */
function scheduleOver(wanted: Wanted, now: Instant): readonly PolicyProblem[] {
  const schedule = cronIn(wanted);
  if (schedule === null) return [];
  if (!parseSchedule(schedule).ok || nextOccurrence(schedule, now) !== null) return [];
  const accepted = 'a schedule that falls at least once from now on';
  return [{ path: 'schedule.expression', seen: showValue(schedule.expression), accepted }];
}

function cronIn(wanted: Wanted): CronSchedule | null {
  if (wanted.kind === 'matching-rule') {
    return wanted.after.schedule === undefined ? null : cronOf(wanted.after.schedule);
  }
  if (wanted.kind !== 'rule' || wanted.after.schedule.kind !== 'cron') return null;
  return wanted.after.schedule;
}

/** Unknown currencies named in one refusal at most. */
const MAX_NAMED = 10;

/**
 * Only a currency that something names can have a mode of its own: others cannot leave in any case, and a heap of
 * modes hides the ones that matter. Existing ones may stay, and become fewer.
 */
function currencyModeProblems(
  wanted: Wanted,
  policy: Policy,
  armed: readonly string[],
): readonly PolicyProblem[] {
  if (wanted.kind !== 'controls') return [];
  const { currencyModes, trades } = wanted.after;
  const current = Object.keys(policy.controls?.currencyModes ?? {});
  const lanes = armed.map((currency) => ({ currency }));
  const known = new Set([
    ...knownCurrencies(policy, lanes),
    ...trades.instruments.flatMap((instrument) => instrument.split('/')),
  ]);
  const named = Object.keys(currencyModes);
  const unknown = named.filter((code) => !known.has(code) && !current.includes(code));
  const maximum = Math.max(MAX_CURRENCY_MODES, current.length);
  return [
    ...unknown.slice(0, MAX_NAMED).map((code) => ({
      path: `currencyModes.${code}`,
      seen: showValue(code),
      accepted: `a currency that is in use: ${nearestCurrency(code, known) ?? 'none is like it'}`,
    })),
    ...tooMany('currencyModes', named.length - 1, maximum, 'modes of currencies'),
  ];
}

function accountProblems(
  { after }: Wanted & { readonly kind: 'account' },
  { accounts, deletedAccounts = [], rules, controls }: Policy,
): readonly PolicyProblem[] {
  const others = accounts.filter(({ id }) => id !== after.id);
  // The service ignores case in uuids, so a policy must too: a deleted id stays deleted.
  const key = accountKey(after.id);
  const known = [...others.map(({ id }) => id), ...deletedAccounts];
  const twin = known.find((id) => id !== after.id && accountKey(id) === key);
  const users = rules.filter((rule) => paysTo(rule, after.id) && rule.currency !== after.currency);
  return [
    ...(twin === undefined
      ? []
      : [{ path: 'id', seen: showValue(after.id), accepted: `no other spelling of ${twin}` }]),
    ...takenLabel(after.label, others),
    ...users.map(({ id, currency }) => ({
      path: 'currency',
      seen: showValue(after.currency),
      accepted: `${showValue(currency)}, the currency of rule "${id}" that pays to it`,
    })),
    ...tooMany('id', others.length, MAX_ACCOUNTS, 'accounts'),
    ...limitedAccountProblems(after, others),
    ...arrivedElsewhere(accounts.find(({ id }) => id === after.id) ?? null, after),
    ...digitsProblems(rules.map(ruleDraftOf), [after], controls),
  ];
}

/** A payment arrived at the place that the account was: of another place nothing is known. */
function arrivedElsewhere(
  before: RegisteredAccount | null,
  after: RegisteredAccountDraft,
): readonly PolicyProblem[] {
  if (after.paymentArrived !== true) return [];
  const isSame = before !== null && digestOfDestination(before) === digestOfDestination(after);
  if (isSame) return [];
  const accepted = 'false or absent for a new destination: nothing can have arrived there yet';
  return [{ path: 'paymentArrived', seen: 'true', accepted }];
}

function newLaneProblems(wanted: Wanted, armed: readonly string[]): readonly PolicyProblem[] {
  const fresh = currenciesOf(wanted).filter((currency) => !armed.includes(currency));
  if (fresh.length <= MAX_NEW_LANES) return [];
  const accepted = `at most ${MAX_NEW_LANES} currencies at once that were never used before`;
  return [{ path: 'trades.instruments', seen: `${fresh.length} such currencies`, accepted }];
}

function currentIn(
  wanted: Wanted,
  { rules, accounts, calendars = [], matchingRules = [], manualRates = [] }: Policy,
): Wanted | null {
  if (wanted.kind === 'controls' || wanted.kind === 'webhook') return null;
  const { id } = wanted.after;
  if (wanted.kind === 'rule') {
    const rule = rules.find((each) => each.id === id);
    return rule === undefined ? null : { kind: 'rule', after: ruleDraftOf(rule) };
  }
  if (wanted.kind === 'manual-rate') {
    const rate = manualRates.find((each) => each.id === id);
    return rate === undefined ? null : { kind: 'manual-rate', after: manualRateDraftOf(rate) };
  }
  if (wanted.kind === 'matching-rule') {
    const rule = matchingRules.find((each) => each.id === id);
    return rule === undefined ? null : { kind: 'matching-rule', after: matchingRuleDraftOf(rule) };
  }
  if (wanted.kind === 'calendar') {
    const calendar = calendars.find((each) => each.id === id);
    return calendar === undefined ? null : { kind: 'calendar', after: calendarDraftOf(calendar) };
  }
  const account = accounts.find((each) => each.id === id);
  return account === undefined ? null : { kind: 'account', after: accountDraftOf(account) };
}

function textOf({ path, seen }: PolicyProblem): string {
  return `${path}: ${seen}`;
}
