import {
  type OwnState,
  STATED_OUTCOMES,
  type StatedOutcome,
} from '../../treasury/outcomes/reply.ts';
import { type AnswerField, fieldsIn, isDenied, STATE_FIELD, squeezed } from './answer-fields.ts';
import { meaningOf, type StateOf } from './state-terms.ts';
import { statedFailure } from './stated-failure.ts';

/** From the best to the worst: of several words the worst decides. */
const WORST_LAST: readonly StatedOutcome[] = STATED_OUTCOMES;

/** The same if it holds a word; if it holds more than that it is the record itself. */
const STATE_OR_RECORD = /^(?:outcome|phase|stage|result)$/;

/** Fields that deny an end with `false`: it only has not come yet. */
const COMPLETION_FIELD =
  /^(?:filled|completed|complete|executed|confirmed|processed|settled|sent|done)$/;

/** Characters of a service's own word that go into the evidence. */
const MAX_SAID_CHARACTERS = 60;

const SILENT: OwnState = { stated: 'silent' };

/**
 * A record's statement about its own outcome, in any field that may have it, whatever the casing. A stated failure
 * decides; `listed` are texts that a stage knows to be harmless.
 */
export function ownState(record: unknown, of: StateOf, listed: readonly string[] = []): OwnState {
  const failure = statedFailure(record, of, listed);
  if (failure !== null) return { stated: 'failed', said: failure };
  return worst(fieldsIn(record).map((seen) => sayingOf(seen, of)));
}

function worst(states: readonly OwnState[]): OwnState {
  const rank = ({ stated }: OwnState) => WORST_LAST.indexOf(stated);
  return states.reduce((found, each) => (rank(each) > rank(found) ? each : found), SILENT);
}

function sayingOf({ name, field, held }: AnswerField, of: StateOf): OwnState {
  if (COMPLETION_FIELD.test(field) && isDenied(held)) {
    return { stated: 'open', said: { code: 'not-yet', name } };
  }
  if (STATE_FIELD.test(field)) return stateIn(held, of);
  return STATE_OR_RECORD.test(field) && typeof held !== 'object' ? stateIn(held, of) : SILENT;
}

/** HTTP statuses of success, which some services repeat in the body. */
const REPEATED_STATUSES: ReadonlySet<string> = new Set(['200', '201', '202']);

function stateIn(held: unknown, of: StateOf): OwnState {
  if (held == null || held === true || REPEATED_STATUSES.has(String(held))) return SILENT;
  if (typeof held === 'object') return stateWithin(held, of);
  const stated = meaningOf(String(held), of) ?? 'unrecognised';
  if (stated === 'silent') return SILENT;
  const word = String(held).slice(0, MAX_SAID_CHARACTERS);
  return { stated, said: { code: 'state', word, isListed: stated !== 'unrecognised' } };
}

/** Names under which an object holds the word itself, beside times and explanations. */
const WORD_FIELDS: ReadonlySet<string> = new Set(['code', 'name', 'value']);

/** `{"status": {"code": "FAILED", "at": "..."}}`. What is below a field of its own is read where it is found. */
function stateWithin(held: object, of: StateOf): OwnState {
  const fields = Object.entries(held).map(([name, value]) => [squeezed(name), value] as const);
  const terms = fields.filter(([field]) => WORD_FIELDS.has(field));
  if (terms.length > 0) return worst(terms.map(([, value]) => stateIn(value, of)));
  if (fields.some(([field]) => STATE_FIELD.test(field))) return SILENT;
  return { stated: 'unrecognised', said: { code: 'state-no-word' } };
}
