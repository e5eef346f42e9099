import { sayRefusal } from '../../treasury/facts/sentences/say/say-check.ts';
import { sayHistory } from '../../treasury/facts/sentences/say/say-history.ts';
import { sayNotTaken } from '../../treasury/facts/sentences/say/say-not-read.ts';
import type { Confirmation, Instruction } from '../../treasury/instructions/instruction.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import { statedIn } from '../../treasury/valuation/balance.ts';
import { hangingText } from '../terminal/wrap-text.ts';
import { amountOf, withGroupedAmounts, worthOf } from './amounts.ts';

/** One line on the terminal for something that happened, in a finance person's words. */
export interface FeedLine {
  readonly at: string;
  readonly what:
    | 'snapshot'
    | 'sweep'
    | 'webhook'
    | 'withdrawal'
    | 'trade'
    | 'halt'
    | 'change'
    | 'policy'
    | 'break'
    | 'unbooked'
    | 'missed'
    | 'denied'
    | 'statement'
    | 'lane'
    | 'token'
    | 'stack';
  readonly message: string;
  /** Set if a person should look. */
  readonly attention: boolean;
}

/** A snapshot or a miss, as it was recorded. */
export function snapshotLine(snapshot: Snapshot): FeedLine {
  if (snapshot.kind === 'missed') {
    const message = `missed: ${sayNotTaken(snapshot.why)}`;
    return { at: snapshot.missedAt, what: 'snapshot', message, attention: true };
  }
  const { balances, valuation, takenAt } = snapshot;
  const { unvalued, total, reportingCurrency } = valuation;
  const held = statedIn(balances).length;
  const worth = worthOf(total, reportingCurrency);
  const message =
    unvalued.length === 0
      ? `${held} currencies worth ${worth}`
      : `${held} currencies, those with a price worth ${worth}; without a price: ${unvalued.join(', ')}`;
  return { at: takenAt, what: 'snapshot', message, attention: false };
}

/** A state that an instruction has come to; null if there is nothing to print. */
export function instructionLine(instruction: Instruction): FeedLine | null {
  const { status, content } = instruction;
  const message = messageOf(instruction);
  if (message === null) return null;
  const proposed = status.state === 'approved' || status.state === 'awaiting-approval';
  const attention = !['approved', 'confirmed', 'awaiting-approval'].includes(status.state);
  const what = proposed && content.kind === 'withdrawal' ? 'sweep' : content.kind;
  // The reason of a sweep names amount and account itself.
  const byRule = status.state === 'approved' && status.approvals === undefined;
  const told = byRule ? message : `${subjectOf(instruction)} ${message}`;
  return { at: status.at, what, message: told, attention };
}

function subjectOf({ content }: Instruction): string {
  if (content.kind === 'withdrawal') {
    return `${amountOf(content.amount, content.currency)} to ${content.accountLabel}:`;
  }
  const [base = '', quote = ''] = content.instrument.split('/');
  return `${content.side} ${amountOf(content.amount, base)} at ${amountOf(content.price, quote)}:`;
}

function confirmerOf(confirmation: Confirmation): string {
  if (confirmation.kind === 'settled') return confirmation.by.join(' and ');
  return confirmation.kind === 'evidence' ? 'the balances alone' : 'the service';
}

function messageOf({ status, history, content }: Instruction): string | null {
  const traded = content.kind === 'trade';
  switch (status.state) {
    case 'approved':
      if (status.approvals !== undefined)
        return `approved by ${status.approvals.map(({ by }) => by).join(' and ')}`;
      return history[0] === undefined ? 'approved' : sayHistory(history[0].fact);
    case 'awaiting-approval':
      return `waits for an approval until ${status.expiresAt}`;
    case 'confirmed':
      return `confirmed by ${confirmerOf(status.confirmation)}`;
    case 'cancelled':
      return `cancelled: ${sayRefusal(status.why)}`;
    case 'not-sent':
      return traded
        ? `not sent (${status.cause}); nothing happened`
        : `not sent (${status.cause}); the next run decides anew`;
    case 'rejected':
      return `rejected by the service (${status.status}); ${held(traded)} until balances show that nothing left`;
    case 'unknown':
      return traded
        ? `outcome unknown (${status.cause}); ${held(traded)}`
        : `outcome unknown (${status.cause}); ${held(traded)} and the amount stays reserved`;
    case 'anomaly':
      return `the service answered something else than was asked (${status.cause}); everything is halted`;
    case 'expired':
      return 'expired: it was not approved in time';
    case 'declined':
      return `declined by ${status.by}: ${status.comment}`;
    case 'released':
      return `not executed, settled by ${status.by === 'evidence' ? 'the evidence' : status.by.join(' and ')}`;
    case 'proposed':
    case 'sending':
      return null;
    default:
      return status satisfies never;
  }
}

function held(traded: boolean): string {
  return traded ? 'both currencies are held' : 'the currency is held';
}

/** How a line is shown: how wide it may be, and in which colours. */
export interface Screen {
  /** Characters; null does not wrap. */
  readonly width: number | null;
  readonly painted: (
    style: 'dim' | 'bold' | 'red' | 'green' | 'cyan' | 'yellow',
    text: string,
  ) => string;
}

export const PLAIN_SCREEN: Screen = { width: null, painted: (_, text) => text };

/** Below it, further lines begin below the kind rather than below the words. */
const WIDE = 76;
const TIME_CHARACTERS = 10;

const STYLES: Readonly<Record<FeedLine['what'], 'dim' | 'green' | 'cyan' | 'yellow' | 'red'>> = {
  snapshot: 'dim',
  sweep: 'cyan',
  withdrawal: 'green',
  trade: 'green',
  halt: 'red',
  change: 'yellow',
  policy: 'yellow',
  break: 'yellow',
  unbooked: 'yellow',
  missed: 'yellow',
  webhook: 'yellow',
  denied: 'yellow',
  statement: 'dim',
  lane: 'green',
  token: 'dim',
  stack: 'red',
};

/** The line itself: time of day, kind, words. */
export function lineOf(
  { at, what, message, attention }: FeedLine,
  { width, painted }: Screen = PLAIN_SCREEN,
): string {
  const time = at.slice(11, 19);
  const kind = what.padEnd(10);
  const mark = attention ? '! ' : '';
  const prefix = `${time}  ${kind} ${mark}`;
  const indent = width !== null && width < WIDE ? TIME_CHARACTERS : prefix.length;
  const plain = hangingText(prefix, withGroupedAmounts(message), width, indent);
  const told = plain.slice(prefix.length);
  return [
    `${painted('dim', time)}  ${painted(STYLES[what], kind)} `,
    mark === '' ? told : `${painted('red', '!')} ${painted('bold', told)}`,
  ].join('');
}
