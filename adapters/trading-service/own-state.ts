import { parseDecimalText } from '../../treasury/money/decimal-text.ts';
import {
  type OwnState,
  STATED_OUTCOMES,
  type StatedOutcome,
} from '../../treasury/outcomes/reply.ts';

/** From the best to the worst: of several words the worst decides. */
const WORST_LAST: readonly StatedOutcome[] = STATED_OUTCOMES;

type Spoken = Exclude<StatedOutcome, 'silent'>;

/** Words of one meaning, compared without case, blanks, hyphens and underscores. */
interface TermsOfState {
  readonly terms: readonly string[];
  readonly withdrawal: Spoken;
  readonly trade: Spoken;
  readonly why: string;
}

/**
 * THE table of the words with which services state their own outcome. The reference names none (3), so these are the
 * usual ones. A missing word blocks the currency for people; a word in the wrong row loses money.
 */
export const STATE_TERMS: readonly TermsOfState[] = [
  {
    terms: ['filled', 'fullyfilled', 'complete', 'completed', 'executed', 'settled', 'success'],
    withdrawal: 'done',
    trade: 'done',
    why: 'no service uses it for anything but the whole of it, carried out',
  },
  {
    terms: ['succeeded', 'successful', 'ok', 'final', 'finalized', 'finalised', 'finished'],
    withdrawal: 'done',
    trade: 'done',
    why: 'other words for the same, some of them of a wrapper around the record',
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
];

const MEANINGS: ReadonlyMap<string, Readonly<Record<StateOf, Spoken>>> = new Map(
  STATE_TERMS.flatMap((row) => row.terms.map((word) => [word, row] as const)),
);

export type StateOf = 'withdrawal' | 'trade';

/** Fields that name a state, by the end of their name: `state`, `orderStatus`, `withdrawal_state`. */
const STATE_FIELD = /(?:state|status)(?:code|text|name)?$/;

/** The same if it holds a word; if it holds more than that it is the record itself. */
const STATE_OR_RECORD = /^(?:outcome|phase|stage|result)$/;

/** Fields that speak of a failure by being there at all, with anything but nothing in them. */
const FAILURE_FIELD =
  /^(?:errors?|failures?|(?:error|fail|failure|reject|rejection|cancel|cancellation)(?:code|reason|message|text)|(?:failed|rejected|cancelled|canceled|declined|expired|reversed|refunded)(?:at|on|by|reason)?)$/;

/** Fields that deny a success with `false`; for the second it only has not come yet. */
const SUCCESS_FIELD = /^(?:success|successful|succeeded|ok)$/;
const COMPLETION_FIELD =
  /^(?:filled|completed|complete|executed|confirmed|processed|settled|sent|done)$/;

/** Fields with a state of their own: of an account, of a market, or one that people live in. */
const OTHER_THINGS =
  /(?:account|instrument|market|venue|network|currency|beneficiary|recipient|originator|address|bank)/;

/** Nesting that is looked into: wrapper, record, details and one more. */
const MAX_LEVELS = 5;

/** Characters of a service's own word that go into the evidence. */
const MAX_SAID_CHARACTERS = 60;

const SILENT: OwnState = { stated: 'silent', said: '' };

/** A record's statement about its own outcome, in any field that may have it, whatever the casing. */
export function ownState(record: unknown, of: StateOf): OwnState {
  return worst(sayings(record, of, MAX_LEVELS));
}

function worst(states: readonly OwnState[]): OwnState {
  const rank = ({ stated }: OwnState) => WORST_LAST.indexOf(stated);
  return states.reduce((found, each) => (rank(each) > rank(found) ? each : found), SILENT);
}

function sayings(value: unknown, of: StateOf, levels: number): readonly OwnState[] {
  if (levels === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => sayings(item, of, levels - 1));
  return Object.entries(value).flatMap(([name, held]) => {
    const field = squeezed(name);
    if (OTHER_THINGS.test(field)) return [];
    return [sayingOf(name, field, held, of), ...sayings(held, of, levels - 1)];
  });
}

function sayingOf(name: string, field: string, held: unknown, of: StateOf): OwnState {
  if (FAILURE_FIELD.test(field)) {
    return isNothing(held) ? SILENT : { stated: 'failed', said: `a 200 that holds "${name}"` };
  }
  if (SUCCESS_FIELD.test(field) && isDenied(held)) {
    return { stated: 'failed', said: 'a 200 that denies its success' };
  }
  if (COMPLETION_FIELD.test(field) && isDenied(held)) {
    return { stated: 'open', said: `a 200 that is not "${name}" yet` };
  }
  if (STATE_FIELD.test(field)) return stateIn(held, of);
  return STATE_OR_RECORD.test(field) && typeof held !== 'object' ? stateIn(held, of) : SILENT;
}

function isDenied(held: unknown): boolean {
  return held === false || (typeof held === 'string' && squeezed(held) === 'false');
}

/** Texts with which services fill an empty field. */
const EMPTY_TERMS: ReadonlySet<string> = new Set(['', 'false', 'none', 'null']);

/** Nothing, of whatever kind: services send the field all the same. */
function isNothing(held: unknown): boolean {
  if (held == null || held === false) return true;
  if (typeof held === 'object') return Object.keys(held).length === 0;
  const amount = parseDecimalText(String(held));
  return (amount.ok && amount.value.isZero()) || EMPTY_TERMS.has(squeezed(String(held)));
}

/** HTTP statuses of success, which some services repeat in the body. */
const REPEATED_STATUSES: ReadonlySet<string> = new Set(['200', '201', '202']);

function stateIn(held: unknown, of: StateOf): OwnState {
  if (held == null || held === true || REPEATED_STATUSES.has(String(held))) return SILENT;
  if (typeof held === 'object') return stateWithin(held, of);
  const stated = MEANINGS.get(squeezed(String(held)))?.[of] ?? 'unrecognised';
  const shown = String(held).slice(0, MAX_SAID_CHARACTERS);
  const message = `a 200 with the state "${shown}"`;
  return { stated, said: stated === 'unrecognised' ? `${message}, which is in no list` : message };
}

/** Names under which an object holds the word itself, beside times and explanations. */
const WORD_FIELDS: ReadonlySet<string> = new Set(['code', 'name', 'value']);

/** `{"status": {"code": "FAILED", "at": "..."}}`. What is below a field of its own is read where it is found. */
function stateWithin(held: object, of: StateOf): OwnState {
  const fields = Object.entries(held).map(([name, value]) => [squeezed(name), value] as const);
  const terms = fields.filter(([field]) => WORD_FIELDS.has(field));
  if (terms.length > 0) return worst(terms.map(([, value]) => stateIn(value, of)));
  if (fields.some(([field]) => STATE_FIELD.test(field))) return SILENT;
  return { stated: 'unrecognised', said: 'a 200 with a state that is no word' };
}

/** Without case, blanks, hyphens, dots and underscores, and without letters that only look like others. */
function squeezed(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\s_.-]/gu, '');
}
