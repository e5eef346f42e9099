import { DEFAULT_LATEST_START_SECONDS } from '../../policy/policy-limits.ts';
import { duration } from '../../time/duration.ts';
import { amountOf, isZero, type Limit, OPEN, orOpen } from './limit.ts';
import { joined, type Part, type Sentence, sentence } from './sentence.ts';
import { accountPart, type Split, splitSentence } from './split.ts';

/** What a sentence says of a rule; of a draft that is still being written, any of it may be missing. */
export interface SaidRule {
  readonly currency?: string;
  readonly kind?: 'convert';
  readonly into?: string;
  readonly instrument?: string;
  readonly withdrawalAccountId?: string;
  readonly split?: Split;
  readonly threshold?: Limit;
  readonly keep?: Limit;
  readonly allocation?: {
    readonly kind?: 'all' | 'percentage' | 'fixed';
    readonly percent?: string;
    readonly amount?: string;
  };
  readonly schedule?: {
    readonly kind?: 'every-snapshot' | 'cron';
    readonly expression?: string;
    readonly timeZone?: string;
  };
  readonly latestStartSeconds?: number;
  readonly calendars?: readonly string[];
  readonly convention?: Convention;
  readonly cutOff?: { readonly time?: string; readonly timeZone?: string };
  readonly step?: string;
  readonly minimum?: Limit;
  readonly maximum?: Limit;
  readonly budgets?: { readonly per24Hours?: Limit; readonly per30Days?: Limit };
  readonly withdrawalsPer24Hours?: number;
  readonly cooldownSeconds?: number;
  readonly maximumBalanceAgeSeconds?: number;
  readonly approvalAbove?: Limit;
  readonly low?: string;
  readonly enabled?: boolean;
}

type Convention = 'skip' | 'following' | 'preceding' | 'modified-following';

/**
 * A rule as one sentence that a colleague understands, with every limit that it sets: "When BTC stands above 5 BTC at a
 * snapshot, withdraw half of what is above 3 BTC to Cold storage." Whoever proposes a rule and whoever approves it read
 * the same.
 */
export function ruleSentence(rule: SaidRule): Sentence {
  const { low, enabled, threshold, currency = '' } = rule;
  const limits = limitsOf(rule);
  return [
    ...sentence`When ${orOpen(currency)} stands above ${amountOf(threshold, currency)}${timesOf(rule)}${daysOf(rule)}, ${actionOf(rule)}`,
    ...(limits.length === 0 ? [] : ['; ', ...joined(limits, ', ')]),
    '.',
    ...(low === undefined ? [] : sentence` Below ${amountOf(low, currency)} it raises an alert.`),
    ...(enabled === false ? [' It is switched off.'] : []),
  ];
}

function actionOf(rule: SaidRule): Sentence {
  const { kind, into = '', instrument, split, withdrawalAccountId, currency = '' } = rule;
  if (kind === 'convert') {
    const trade = instrument === undefined ? '' : ` by ${instrument}`;
    return sentence`convert ${whatOf(rule)} into ${orOpen(into)}${trade}`;
  }
  return split === undefined
    ? sentence`withdraw ${whatOf(rule)} to ${accountPart(withdrawalAccountId)}`
    : sentence`withdraw ${whatOf(rule)} and divide it: ${splitSentence(split, currency)}`;
}

/** Percentages that have a word. */
const SHARES: ReadonlyMap<string, string> = new Map([
  ['25', 'a quarter'],
  ['50', 'half'],
  ['75', 'three quarters'],
]);

function whatOf({ allocation = {}, keep, currency = '' }: SaidRule): Sentence {
  const isAll = isZero(keep);
  const kept = sentence`what is above ${amountOf(keep, currency)}`;
  const { kind = 'all', percent = '', amount } = allocation;
  switch (kind) {
    case 'all':
      return isAll ? ['all of it'] : sentence`all that is above ${amountOf(keep, currency)}`;
    case 'percentage': {
      const share = SHARES.get(percent) ?? `${orOpen(percent)} %`;
      return sentence`${share} of ${isAll ? 'the balance' : kept}`;
    }
    case 'fixed':
      return sentence`${amountOf(amount, currency)} (or ${isAll ? 'the whole balance' : kept}, where that is less)`;
    default:
      return kind satisfies never;
  }
}

function timesOf({ schedule = {}, latestStartSeconds }: SaidRule): string {
  const { kind, expression = '', timeZone } = schedule;
  if (kind !== 'cron') return ' at a snapshot';
  const latest = duration(latestStartSeconds || DEFAULT_LATEST_START_SECONDS);
  return ` ${cronText(expression)}${zoned(timeZone)} or at most ${latest} later`;
}

const MOVED: Readonly<Record<Convention, string>> = {
  skip: 'skipped on other days',
  following: 'on the next business day otherwise',
  preceding: 'on the last business day before otherwise',
  'modified-following':
    'on the next business day otherwise, or the last one where that is in another month',
};

/** Only a time of a schedule moves to another day. */
function daysOf({ calendars = [], convention = 'skip', schedule, cutOff }: SaidRule): string {
  const moved = schedule?.kind === 'cron' ? ` (${MOVED[convention]})` : '';
  const days =
    calendars.length === 0 ? '' : `, on business days of ${calendars.join(' and ')}${moved}`;
  if (cutOff === undefined) return days;
  return `${days}, before ${orOpen(cutOff.time)}${zoned(cutOff.timeZone)}`;
}

function zoned(timeZone = ''): string {
  return timeZone === '' ? '' : ` (${timeZone})`;
}

const DAYS: ReadonlyMap<string, string> = new Map([
  ['*', 'every day'],
  ['?', 'every day'],
  ['MON-FRI', 'Monday to Friday'],
]);

/** The usual schedules in words; any other as it is written. */
export function cronText(expression: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] =
    expression.split(/\s+/);
  const isClock = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour);
  const days = DAYS.get(weekday.toUpperCase());
  const isUsual = ['*', '?'].includes(day) && month === '*' && ['*', ''].includes(year);
  if (!isClock || !isUsual || days === undefined) {
    return expression === '' ? `at ${OPEN}` : `at the times of cron ${expression}`;
  }
  return `at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} ${days}`;
}

function limitsOf(rule: SaidRule): readonly Sentence[] {
  const { currency = '', step, minimum, maximum, approvalAbove, budgets = {} } = rule;
  const { withdrawalsPer24Hours: times, cooldownSeconds = 0, maximumBalanceAgeSeconds = 0 } = rule;
  const said = (before: string, limit: Limit | undefined, after = ''): readonly Sentence[] =>
    limit === undefined ? [] : [sentence`${before} ${amountOf(limit, currency)}${after}`];
  const text = (part: Part): readonly Sentence[] => [[part]];
  return [
    ...said('in steps of', step),
    ...(isZero(minimum) ? [] : said('at least', minimum)),
    ...said('at most', maximum, ' at a time'),
    ...said('at most', budgets.per24Hours, ' in 24 hours'),
    ...said('at most', budgets.per30Days, ' in 30 days'),
    ...(times === undefined
      ? []
      : text(`at most ${times} ${times === 1 ? 'withdrawal' : 'withdrawals'} in 24 hours`)),
    ...(cooldownSeconds > 0 ? text(`once in ${duration(cooldownSeconds)}`) : []),
    ...(maximumBalanceAgeSeconds > 0
      ? text(`on balances at most ${duration(maximumBalanceAgeSeconds)} old`)
      : []),
    ...said('with an approval above', approvalAbove),
  ];
}
