import type { WireResult } from '../../../adapters/http-client/attempt-once.ts';
import { MOMENT_FORMS, writtenAs } from '../../../sandbox/faults/moment-forms.ts';
import type { Random } from '../random.ts';
import { textOf, unitsOf } from '../units.ts';
import { answered } from './answers.ts';

/*
 * A service that answers in a way that the reference does not rule out, or that no reader can be sure of. Each has
 * a chance of its own beside the faults of the wire.
 */

/** Of balances. */
export const TOLD_BALANCES = [
  'a failure in a 200 of balances',
  'a first page of balances',
  'a balance twice',
  'a balance of null',
  'figures that contradict each other',
  'codes in small letters',
  'names beside balances',
] as const;

/** Of withdrawals that were executed, and of others that were not. */
const TOLD_EXECUTED = [
  'a moment in another form',
  'a currency in small letters',
  'an amount twice',
] as const;
const TOLD_UNEXECUTED = [
  'an amount twice of what was not executed',
  'a withdrawal of last week',
  'a failure in a 200 of a withdrawal',
] as const;
export const TOLD_WITHDRAWALS = [...TOLD_EXECUTED, ...TOLD_UNEXECUTED] as const;

export type ToldBalances = (typeof TOLD_BALANCES)[number];
export type ToldWithdrawal = (typeof TOLD_WITHDRAWALS)[number];

/** Failures as services write them into a 200. */
const FAILURES = [
  '{"success":false,"message":"maintenance","code":503}',
  '{"retCode":10002,"retMsg":"invalid request","result":{},"time":1}',
  '{"code":"50001","data":[]}',
  '{"status":"error","message":"too many requests"}',
] as const;

export function isExecuted(told: ToldWithdrawal): boolean {
  return TOLD_EXECUTED.some((each) => each === told);
}

type Entry = readonly [code: string, shown: unknown];

/** The answer with the balances told otherwise; of none there is nothing to tell. */
export function tellBalances(random: Random, how: ToldBalances, body: string): WireResult {
  const entries = Object.entries(JSON.parse(body) as Readonly<Record<string, unknown>>);
  const told = random.pick(entries.length === 0 ? [['BTC', '0'] as const] : entries);
  if (how === 'a first page of balances' && random.chance(0.5))
    return firstByHeader(random, entries);
  return answered(200, toldBody(random, how, entries, told));
}

/** Fields with which services say that there is more. */
const MORE = [{ next: '/2' }, { pages: 2 }, { hasMore: true }] as const;

/** The first page in a body that says nothing of a second; the headers do. */
function firstByHeader(random: Random, entries: readonly Entry[]): WireResult {
  const count = String(Math.max(1, entries.length));
  const headers = random.pick([
    { link: '</v1/balances?page=2>; rel="next"' },
    { 'x-total-count': count },
    { 'x-next-page': '2' },
  ]);
  const body = JSON.stringify(Object.fromEntries(entries.slice(1)));
  return answered(200, body, undefined, headers);
}

function toldBody(
  random: Random,
  how: ToldBalances,
  entries: readonly Entry[],
  [code, shown]: Entry,
): string {
  const all = Object.fromEntries(entries);
  switch (how) {
    case 'a failure in a 200 of balances':
      return random.pick(FAILURES);
    case 'a first page of balances': {
      const data = Object.fromEntries(entries.slice(1));
      return JSON.stringify({ data, ...random.pick(MORE) });
    }
    case 'a balance twice':
      // Most readers take the last.
      return `${JSON.stringify(all).slice(0, -1)}${entries.length === 0 ? '' : ','}"${escaped(random, code)}":"0","${code}":"7"}`;
    case 'a balance of null':
      return JSON.stringify({
        ...all,
        [code]: random.pick([null, { total: null, available: '1' }]),
      });
    case 'figures that contradict each other': {
      const total = typeof shown === 'string' ? shown : '1';
      const locked = textOf(unitsOf(total) + 1n);
      return JSON.stringify({ ...all, [code]: { total, available: '0', locked } });
    }
    case 'codes in small letters':
      return JSON.stringify(
        Object.fromEntries(entries.map(([name, each]) => [name.toLowerCase(), each])),
      );
    case 'names beside balances':
      return JSON.stringify({ ...all, time: 1, id: 'x', ok: true, count: entries.length });
    default:
      return how satisfies never;
  }
}

function escaped(random: Random, name: string): string {
  const first = name.charCodeAt(0).toString(16).padStart(4, '0');
  return random.chance(0.5) ? name : `\\u${first}${name.slice(1)}`;
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** The answer to a withdrawal told otherwise; `body`: its plain success. */
export function tellWithdrawal(random: Random, how: ToldWithdrawal, body: string): WireResult {
  const [plain] = JSON.parse(body) as [Readonly<Record<string, string>>];
  const { createdAt = '', currency = '' } = plain;
  const list = (changes: object) => answered(200, JSON.stringify([{ ...plain, ...changes }]));
  switch (how) {
    case 'a moment in another form': {
      const form = random.pick(MOMENT_FORMS.filter((each) => each !== 'last-week'));
      return list({ createdAt: writtenAs(createdAt, form), processedAt: '', label: 7 });
    }
    case 'a currency in small letters':
      return list({ currency: currency.toLowerCase() });
    case 'an amount twice':
    case 'an amount twice of what was not executed':
      return answered(200, body.replace('{', `{"${escaped(random, 'amount')}":"0.00000001",`));
    case 'a withdrawal of last week':
      return list({ createdAt: new Date(Date.parse(createdAt) - WEEK_MS).toISOString() });
    case 'a failure in a 200 of a withdrawal':
      return answered(200, random.pick(FAILURES));
    default:
      return how satisfies never;
  }
}
