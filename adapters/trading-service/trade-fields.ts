import type { AnswerPlace } from '../../treasury/outcomes/propose-fields.ts';
import type { Fields } from './answer-fields.ts';

/** Names on the way to a field of an answer, joined by dots: `data.order.symbol`. */
export const FIELD_PATH = /^[A-Za-z0-9_-]{1,64}(?:\.[A-Za-z0-9_-]{1,64}){0,4}$/;

/**
 * Where the service's answer to a trade has what the request says, and the trade's id. The reference does not show it
 * (4.3). Absent: `instrument`, `side`, `amount` and `id` of the record; an id there proves nothing alone.
 */
export interface TradeFields {
  readonly instrumentAt?: string | undefined;
  readonly sideAt?: string | undefined;
  readonly amountAt?: string | undefined;
  readonly idAt?: string | undefined;
}

/** The fields that a stage names, from their places; `undefined` where there is none. */
export function namedFields(answer: Fields, fields: TradeFields): Fields {
  const { instrumentAt, sideAt, amountAt, idAt } = fields;
  return {
    ...(instrumentAt !== undefined && { instrument: valueAt(answer, instrumentAt) }),
    ...(sideAt !== undefined && { side: valueAt(answer, sideAt) }),
    ...(amountAt !== undefined && { amount: valueAt(answer, amountAt) }),
    ...(idAt !== undefined && { id: valueAt(answer, idAt) }),
  };
}

function valueAt(answer: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((seen, name) => (isOwn(seen, name) ? single(seen[name]) : undefined), answer);
}

function isOwn(value: unknown, name: string): value is Fields {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

/** The one entry of a list stands for it, as in `{"data": [{...}]}`. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Places of one answer that are looked at for a proposal. */
const MAX_PLACES = 60;

/** Names on the way to a place, as many as a stage may write. */
const MAX_LEVELS = 5;

/** Longest text that could be an id, an instrument or an amount. */
const MAX_VALUE_CHARACTERS = 200;

/** The texts and numbers of an answer with their places, for a proposal to people. */
export function placesIn(answer: Fields): readonly AnswerPlace[] {
  return walk(answer, [], MAX_LEVELS).slice(0, MAX_PLACES);
}

function walk(value: unknown, names: readonly string[], levels: number): readonly AnswerPlace[] {
  const at = names.join('.');
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    return FIELD_PATH.test(at) && text.length <= MAX_VALUE_CHARACTERS ? [{ at, value: text }] : [];
  }
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return [];
  return Object.entries(value)
    .slice(0, MAX_PLACES)
    .flatMap(([name, held]) => walk(single(held), [...names, name], levels - 1));
}
