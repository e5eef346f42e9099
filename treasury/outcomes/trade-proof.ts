import { parseDecimalText } from '../money/decimal-text.ts';
import type { AnswerFact } from './answer-fact.ts';
import { idFormOf } from './id-form.ts';
import type { TradeRequest } from './outcome.ts';
import { proposeFields } from './propose-fields.ts';
import type { AnsweredTrade } from './reply.ts';

/** What Sluice knows beside the request when it reads an answer to a trade. */
export interface TrustedOfTrades {
  /** Forms of ids that two people have confirmed, as `idFormOf` writes them. */
  readonly idForms: readonly string[];
  /** Currencies that the service names in its prices and balances: only these are understood in an instrument. */
  readonly currencies: ReadonlySet<string>;
}

export const NOTHING_TRUSTED: TrustedOfTrades = { idForms: [], currencies: new Set() };

/**
 * Whether an answer that nothing contradicts says enough for a trade to be confirmed. It does in three ways:
 * (a) the record says that it is done, or its fills equal the amount; and its instrument, or else its id, agrees;
 * (b) it repeats instrument, side and amount, and has an id;
 * (c) it has an id at the place that the stage names, of a form that two people have confirmed.
 * A repetition alone, an id alone or an acknowledgement could as well be the answer of a service that did nothing.
 */
export function isProven(
  request: TradeRequest,
  said: AnsweredTrade,
  { idForms }: TrustedOfTrades,
): boolean {
  const { id } = said.trade;
  const form = id === undefined ? null : idFormOf(id);
  const instrument = repeatsInstrument(request, said);
  const isDone = said.own.stated === 'done' || isFilled(request, said);
  // An instrument that is stated has to agree: the id does not stand in for it.
  const agrees = instrument || (said.repeated.instrument === null && form !== null);
  if (isDone && agrees) return true;
  if (form === null) return false;
  if (instrument && repeatsSide(request, said) && repeatsAmount(request, said)) return true;
  return said.isIdNamed && idForms.includes(form);
}

/** Only decimal text counts: a number may have been rounded on the way. */
function isFilled(request: TradeRequest, { filled }: AnsweredTrade): boolean {
  const asked = parseDecimalText(request.amount);
  return asked.ok && filled.isText && filled.base?.equals(asked.value) === true;
}

export function repeatsInstrument(request: TradeRequest, { repeated }: AnsweredTrade): boolean {
  return repeated.instrument?.trim().toUpperCase() === request.instrument.toUpperCase();
}

function repeatsSide(request: TradeRequest, { repeated }: AnsweredTrade): boolean {
  return repeated.side?.trim().toLowerCase() === request.side;
}

function repeatsAmount(request: TradeRequest, { repeated }: AnsweredTrade): boolean {
  const asked = parseDecimalText(request.amount);
  const answered = parseDecimalText(repeated.amount);
  return asked.ok && answered.ok && asked.value.equals(answered.value);
}

/** That it is not proven, and the settings with which such answers would be, for people. */
export function unproven(request: TradeRequest, said: AnsweredTrade): AnswerFact {
  const proposed = proposeFields(request, said.places);
  return { code: 'not-proven', ...(proposed !== null && { proposed }) };
}
