import { decimalsIn, formatAmount, signOf } from '../../display/amounts.ts';
import { limitParts } from '../../display/limit-text.ts';
import { formatDuration } from '../../display/times.ts';
import { entriesOf } from './entries.ts';
import { splitText } from './split-text.ts';
import type { Values } from './values.ts';

/** Percentages that have a word. */
const PARTS: Readonly<Record<string, string>> = {
  25: 'a quarter',
  50: 'half',
  75: 'three quarters',
};

/** What stands for a field that is not filled in yet. */
const OPEN = '…';

/**
 * A rule as one sentence that a colleague understands: "When BTC stands above 5, withdraw half of what is above 3 to Cold
 * storage." Said of a draft while it is typed, and of a rule as it stands.
 */
export function sentenceOf(
  values: Values,
  accountName: string | undefined,
  nameOf: (account: string) => string = (account) => account,
): string {
  const { currency = OPEN } = values;
  const amount = (path: string) => amountText(values[path], currency);
  const converts = values.kind === 'convert';
  const parts = [
    `When ${currency} stands above ${amount('threshold')}${scheduleText(values)}${daysText(values)}, ${converts ? 'convert' : 'withdraw'} ${whatOf(values, amount)}`,
    converts ? intoText(values) : whereTo(values, accountName, nameOf),
  ];
  const limits = limitsOf(values, amount);
  const low =
    (values.low?.trim() ?? '') === '' ? '' : ` Below ${amount('low')} it raises an alert.`;
  const sentence = `${parts.join(' ')}${limits.length === 0 ? '' : `; ${limits.join(', ')}`}.${low}`;
  return values.enabled === 'false' ? `${sentence} It is switched off.` : sentence;
}

function intoText({ into = '', instrument = '' }: Values): string {
  const trade = instrument.trim() === '' ? '' : ` by ${instrument.trim()}`;
  return `into ${into.trim() === '' ? OPEN : into.trim()}${trade}`;
}

function whereTo(
  values: Values,
  own: string | undefined,
  nameOf: (account: string) => string,
): string {
  const divided = splitText(
    values.split,
    (account, index) => (index === 0 ? (own ?? OPEN) : account === '' ? OPEN : nameOf(account)),
    (size) => amountText(size, values.currency ?? OPEN),
  );
  return divided === null ? `to ${own ?? OPEN}` : `and divide it: ${divided}`;
}

function whatOf(values: Values, amount: (path: string) => string): string {
  const keep = values.keep?.trim() ?? '';
  const isAll = isNothing(keep);
  const surplus = isAll ? 'of the balance' : `of what is above ${amount('keep')}`;
  switch (values['allocation.kind']) {
    case 'percentage': {
      const percent = values['allocation.percent']?.trim() ?? '';
      return `${PARTS[percent] ?? `${percent === '' ? OPEN : percent} %`} ${surplus}`;
    }
    case 'fixed': {
      const most = isAll ? 'the whole balance' : `what is above ${amount('keep')}`;
      return `${amount('allocation.amount')} (or ${most}, where that is less)`;
    }
    default:
      return isAll ? 'all of it' : `all that is above ${amount('keep')}`;
  }
}

function scheduleText(values: Values): string {
  if (values['schedule.kind'] !== 'cron') return '';
  const expression = values['schedule.expression']?.trim() ?? '';
  const zone = values['schedule.timeZone']?.trim() ?? '';
  return ` ${cronText(expression)}${zone === '' ? '' : ` (${zone})`}`;
}

const MOVED: Readonly<Record<string, string>> = {
  following: ', or the next one',
  preceding: ', or the last one that went before,',
  'modified-following': ', or the next one of the month',
};

/** " on business days of target, or the next one, before 15:00 (Europe/Zurich)". */
function daysText(values: Values): string {
  const calendars = entriesOf(values.calendars ?? '');
  const moved = values['schedule.kind'] === 'cron' ? (MOVED[values.convention ?? ''] ?? '') : '';
  const days =
    calendars.length === 0 ? '' : ` on business days of ${calendars.join(' and ')}${moved}`;
  const time = values['cutOff.time']?.trim() ?? '';
  const zone = values['cutOff.timeZone']?.trim() ?? '';
  return time === '' ? days : `${days} before ${time}${zone === '' ? '' : ` (${zone})`}`;
}

const DAYS: Readonly<Record<string, string>> = {
  '*': 'every day',
  '?': 'every day',
  'MON-FRI': 'Monday to Friday',
};

/** The usual schedules in words; any other as it is written. */
export function cronText(expression: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] =
    expression.split(/\s+/);
  const isClock = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour);
  const days = DAYS[weekday.toUpperCase()];
  const isUsual = ['*', '?'].includes(day) && month === '*' && year === '*';
  if (!isClock || !isUsual || days === undefined) {
    return expression === '' ? `at ${OPEN}` : `at the times of cron ${expression}`;
  }
  return `at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')} ${days}`;
}

function limitsOf(values: Values, amount: (path: string) => string): readonly string[] {
  const has = (path: string) => (values[path]?.trim() ?? '') !== '';
  const seconds = values.cooldownSeconds?.trim() ?? '';
  return [
    ...(has('step') ? [`in steps of ${amount('step')}`] : []),
    ...(has('minimum') && !isNothing(values.minimum) ? [`at least ${amount('minimum')}`] : []),
    ...(has('maximum') ? [`at most ${amount('maximum')} at a time`] : []),
    ...(has('budgets.per24Hours') ? [`at most ${amount('budgets.per24Hours')} in 24 hours`] : []),
    ...(has('budgets.per30Days') ? [`at most ${amount('budgets.per30Days')} in 30 days`] : []),
    ...(/^[1-9]\d*$/.test(seconds)
      ? [`once in ${formatDuration(Number.parseInt(seconds, 10))}`]
      : []),
    ...(has('approvalAbove') ? [`with an approval above ${amount('approvalAbove')}`] : []),
  ];
}

const DECIMAL = /^\d+(\.\d+)?$/;

function isNothing(text = ''): boolean {
  const { amount } = limitParts(text);
  return DECIMAL.test(amount) && signOf(amount) === 0;
}

/** As people of the locale write it, with the digits that were typed and no more; a value with its currency. */
function amountText(text: string | undefined, currency: string): string {
  const { amount, in: into } = limitParts(text ?? '');
  if (!DECIMAL.test(amount)) return amount === '' ? OPEN : amount;
  const shown = formatAmount(amount, into === '' ? currency : into, {
    decimals: decimalsIn(amount),
  });
  return into === '' ? shown : `${shown} ${into}`;
}
