import type { components } from '@sluice/client';
import { notSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import type { Sentence } from '../../treasury/facts/sentences/sentence.ts';
import { stoppedLane } from '../../treasury/facts/stopped-lane.ts';
import { compareAmounts, differenceOf, formatAmount, sumOf } from '../display/amounts.ts';
import { notSentByMode } from '../display/not-sent.ts';

/** waits: it is taken in, and sent once this has passed. unknown: what it rests on could not be read. */
export type Verdict = 'passes' | 'refuses' | 'waits' | 'unknown';

/** What one guard will say to a request, as far as it can be said before it is sent. */
export interface Guard {
  readonly name: string;
  readonly verdict: Verdict;
  readonly text: Sentence;
}

export type Lane = components['schemas']['LaneView'];
export type Balances = components['schemas']['Balances'];
export type Overview = components['schemas']['Overview'];

export function guard(name: string, verdict: Verdict, text: string | Sentence): Guard {
  return { name, verdict, text: typeof text === 'string' ? [text] : text };
}

/** An amount as people read it, in a sentence. */
export function moneyText(amount: string, currency: string): string {
  return `${formatAmount(amount, currency)} ${currency}`;
}

/** Whether money of all these currencies moves at all. */
export function modeGuard(currencies: readonly string[], overview: Overview | undefined): Guard {
  const name = 'Mode';
  if (overview === undefined)
    return guard(name, 'unknown', 'The mode cannot be read at the moment.');
  for (const currency of currencies) {
    const why = notSentByMode(currency, overview);
    if (why !== null) return guard(name, 'refuses', notSent(why));
  }
  return guard(name, 'passes', 'Money moves.');
}

/** Whether the currency's one way out is free. */
export function laneGuard(
  currency: string,
  lanes: readonly Lane[] | undefined,
  whileBusy: 'waits' | 'refuses',
): Guard {
  const name = `Lane of ${currency}`;
  if (lanes === undefined) return guard(name, 'unknown', 'The lanes cannot be read at the moment.');
  const lane = lanes.find((each) => each.currency === currency);
  if (lane === undefined) {
    return guard(name, 'refuses', notSent({ code: 'never-armed', currency }));
  }
  const stopped = stoppedLane(lane);
  if (stopped !== null) return guard(name, 'refuses', notSent(stopped.why));
  if (lane.state === 'idle') return guard(name, 'passes', 'Nothing of this currency is under way.');
  const why = lane.blockedBy?.why ?? 'Another instruction holds it.';
  return guard(name, whileBusy, why);
}

/** What of a currency is there for a request: without what waits, and what left and no balance shows yet. */
export function freeOf(
  currency: string,
  balances: Balances | undefined,
  lanes: readonly Lane[] | undefined,
  promised: 'counts' | 'ignored' = 'counts',
): string | null {
  if (balances === undefined || lanes === undefined) return null;
  const balance = Object.hasOwn(balances.balances, currency)
    ? balances.balances[currency]
    : undefined;
  const lane = lanes.find((each) => each.currency === currency);
  const open = promised === 'counts' ? (lane?.open ?? []).map(({ amount }) => amount) : [];
  const unbooked = lane?.unbooked === undefined ? [] : [lane.unbooked.amount];
  return differenceOf(balance?.available ?? balance?.total ?? '0', sumOf([...open, ...unbooked]));
}

/** Whether there is enough of a currency. */
export function balanceGuard(currency: string, amount: string, free: string | null): Guard {
  const name = 'Balance';
  if (free === null) return guard(name, 'unknown', 'The balances cannot be read at the moment.');
  return compareAmounts(amount, free) <= 0
    ? guard(name, 'passes', `${moneyText(free, currency)} are there for it.`)
    : guard(
        name,
        'refuses',
        `It needs ${moneyText(amount, currency)}; ${moneyText(free, currency)} are there for it.`,
      );
}

/** Whether a request can be sent at all, as far as this page knows. */
export function isRefused(guards: readonly Guard[]): boolean {
  return guards.some(({ verdict }) => verdict === 'refuses');
}

/** Decimal text as the API takes it: digits, and a point where there are decimals. */
const DECIMAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** What is wrong with an amount as it was typed; null where the API takes it. */
export function amountFault(text: string): string | null {
  if (text === '') return 'An amount is needed.';
  if (text.includes(','))
    return 'Decimals stand behind a point, and nothing parts thousands: 1234.5';
  if (!DECIMAL.test(text)) return 'Accepted: digits, and a point before decimals, such as 0.25';
  return compareAmounts(text, '0') > 0 ? null : 'Accepted: more than zero';
}
