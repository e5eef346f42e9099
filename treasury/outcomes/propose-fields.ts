import { parseDecimalText } from '../money/decimal-text.ts';
import { idFormOf } from './id-form.ts';
import type { TradeRequest } from './outcome.ts';

/** A text or number of an answer, with its place: the names on the way to it, joined by dots. */
export interface AnswerPlace {
  readonly at: string;
  readonly value: string;
}

/** Names of a trade's fields at a service, as a stage names them, and the form of its ids, as the controls do. */
export interface ProposedFields {
  readonly instrumentAt?: string;
  readonly sideAt?: string;
  readonly amountAt?: string;
  readonly idAt?: string;
  readonly idForm?: string;
}

const ID_NAME = /(?:^|[._-]|[a-z])(?:id|Id|ID|uuid|ref|reference)$/;
const SIDE_NAME = /(?:side|direction|type)$/i;

/**
 * The places of an answer that hold what was requested, and its id: what people confirm, so that later answers of this
 * kind can be judged. Null if it has neither. Pure; it decides nothing.
 */
export function proposeFields(
  request: TradeRequest,
  places: readonly AnswerPlace[],
): ProposedFields | null {
  const amount = parseDecimalText(request.amount);
  const find = (is: (place: AnswerPlace) => boolean) => places.find(is);
  const instrument = find(({ value }) => sameText(value, request.instrument));
  const side = find(({ at, value }) => SIDE_NAME.test(at) && sameText(value, request.side));
  const traded = find(({ value }) => {
    const seen = parseDecimalText(value);
    return seen.ok && amount.ok && seen.value.equals(amount.value);
  });
  const id = find(({ at, value }) => ID_NAME.test(at) && idFormOf(value) !== null);
  const idForm = id === undefined ? null : idFormOf(id.value);
  const proposed = {
    ...(instrument && { instrumentAt: instrument.at }),
    ...(side && { sideAt: side.at }),
    ...(traded && { amountAt: traded.at }),
    ...(id && { idAt: id.at }),
    ...(idForm !== null && { idForm }),
  };
  return Object.keys(proposed).length === 0 ? null : proposed;
}

function sameText(answered: string, asked: string): boolean {
  return answered.trim().toUpperCase() === asked.toUpperCase();
}
