import type { StatedOutcome } from '../../treasury/outcomes/reply.ts';
import { squeezed } from './answer-fields.ts';

export type StateOf = 'withdrawal' | 'trade';

/** Words of one meaning, compared without case, blanks, hyphens and underscores. */
interface TermsOfState {
  readonly terms: readonly string[];
  readonly withdrawal: StatedOutcome;
  readonly trade: StatedOutcome;
  readonly why: string;
}

/**
 * THE table of the words with which services state their own outcome. The reference names none (3), so these are the
 * usual ones. A missing word blocks the currency for people; a word in the wrong row loses money.
 */
export const STATE_TERMS: readonly TermsOfState[] = [
  {
    terms: ['filled', 'fullyfilled', 'complete', 'completed', 'executed', 'settled', 'final'],
    withdrawal: 'done',
    trade: 'done',
    why: 'no service uses it for anything but the whole of it, carried out',
  },
  {
    terms: ['finalized', 'finalised', 'finished'],
    withdrawal: 'done',
    trade: 'done',
    why: 'other words for the same',
  },
  {
    terms: ['success', 'succeeded', 'successful', 'ok'],
    withdrawal: 'done',
    trade: 'silent',
    why: 'a wrapper says so of the request: an acknowledgement, which says nothing of what was traded',
  },
  {
    terms: ['done', 'closed', 'confirmed', 'processed'],
    withdrawal: 'done',
    trade: 'unrecognised',
    why: 'an order may be closed because it was cancelled, and confirmed because it was taken',
  },
  {
    terms: ['sent', 'paid', 'broadcast', 'broadcasted', 'credited', 'dispatched'],
    withdrawal: 'done',
    trade: 'unrecognised',
    why: 'it left; of a trade it says nothing',
  },
  {
    terms: ['traded', 'matched'],
    withdrawal: 'unrecognised',
    trade: 'done',
    why: 'both sides of a trade met; of a withdrawal it says nothing',
  },
  {
    terms: ['pending', 'processing', 'queued', 'inprogress', 'submitted', 'accepted', 'received'],
    withdrawal: 'open',
    trade: 'open',
    why: 'the service took the request and has not carried it out to its end',
  },
  {
    terms: ['new', 'created', 'requested', 'initiated', 'started', 'scheduled', 'executing'],
    withdrawal: 'open',
    trade: 'open',
    why: 'the same, earlier or later on the way',
  },
  {
    terms: ['confirming', 'broadcasting', 'sending', 'signing', 'signed', 'approved', 'intransit'],
    withdrawal: 'open',
    trade: 'unrecognised',
    why: 'a payment on its way to or through a network; trades take no such way',
  },
  {
    terms: ['open', 'active', 'working', 'live', 'resting', 'placed', 'booked', 'triggered'],
    withdrawal: 'unrecognised',
    trade: 'open',
    why: 'an order that waits in a book; no withdrawal waits in one',
  },
  {
    terms: [
      'partial',
      'partiallyfilled',
      'partlyfilled',
      'partialfill',
      'partfilled',
      'pendingnew',
    ],
    withdrawal: 'unrecognised',
    trade: 'open',
    why: 'some of it was filled and the rest may be, or not: neither all nor nothing',
  },
  {
    terms: ['unfilled', 'pendingcancel', 'cancelling', 'canceling', 'pendingreplace', 'replaced'],
    withdrawal: 'unrecognised',
    trade: 'open',
    why: 'an order that is about to end, with fills that may still come',
  },
  {
    terms: ['fail', 'failed', 'failure', 'error', 'errored', 'unsuccessful', 'invalid', 'aborted'],
    withdrawal: 'failed',
    trade: 'failed',
    why: 'not carried out, by its own word; a 200 beside it may be right as well, so it proves nothing',
  },
  {
    terms: ['rejected', 'refused', 'declined', 'denied', 'blocked', 'notexecuted', 'notsent'],
    withdrawal: 'failed',
    trade: 'failed',
    why: 'the service did not want it; what was reserved may still be there or be gone',
  },
  {
    terms: ['cancelled', 'canceled', 'expired', 'timedout', 'timeout', 'revoked'],
    withdrawal: 'failed',
    trade: 'failed',
    why: 'it ended before its end; some of it may have been carried out before',
  },
  {
    terms: [
      'reversed',
      'returned',
      'refunded',
      'bounced',
      'voided',
      'void',
      'rolledback',
      'busted',
    ],
    withdrawal: 'failed',
    trade: 'failed',
    why: 'carried out and undone, or about to be: the balance may show either',
  },
  {
    terms: ['nok', 'notok', 'ko', 'maintenance', 'unavailable', 'outofservice', 'offline'],
    withdrawal: 'failed',
    trade: 'failed',
    why: 'the service speaks of itself: it cannot do its work, so nothing else in the answer can be relied on',
  },
];

const MEANINGS: ReadonlyMap<string, Readonly<Record<StateOf, StatedOutcome>>> = new Map(
  STATE_TERMS.flatMap((row) => row.terms.map((word) => [word, row] as const)),
);

/** The meaning of a service's word for its state, whatever its casing; undefined if it is in no list. */
export function meaningOf(word: string, of: StateOf): StatedOutcome | undefined {
  return MEANINGS.get(squeezed(word))?.[of];
}
