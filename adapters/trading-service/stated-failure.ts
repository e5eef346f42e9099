import { parseDecimalText } from '../../treasury/money/decimal-text.ts';
import type { StatedFact } from '../../treasury/outcomes/answer-fact.ts';
import { cleanText } from '../../treasury/outcomes/evidence.ts';
import {
  type AnswerField,
  CURRENCY_NAMES,
  type Fields,
  fieldsIn,
  isDenied,
  STATE_FIELD,
  squeezed,
} from './answer-fields.ts';
import { holdsAmount } from './decode-amounts.ts';
import { MAX_NAME_CHARACTERS } from './describe-shape.ts';
import { meaningOf } from './state-terms.ts';

export type AnswerKind = 'withdrawal' | 'trade' | 'balances' | 'prices';

/** Fields with the code of a result. Any value but that of a success is the code of a failure. */
const CODE_FIELD = /^(?:code|(?:s|ret|return|result|response|err|error|msg)code|errno|retno)$/;

/** The codes of a success. Services write it as a number or as text. */
const SUCCESS_CODES: ReadonlySet<string> = new Set(['0', '00000', '000000', '200', 'ok']);

/** Fields that deny a success with `false`. */
const SUCCESS_FIELD = /^(?:is)?(?:success|successful|succeeded|ok|accepted|valid)$/;

/** Fields with a text for people. A success has nothing to say, or says that it is one. */
const TEXT_FIELD =
  /^(?:messages?|msg|detail|warnings?|reason|(?:s|ret|err|error|result|response)(?:msg|message))$/;

/** The texts that say nothing more than that it went well. */
const SUCCESS_TEXTS: ReadonlySet<string> = new Set(['ok', 'success']);

/** Fields that speak of a failure by being there at all, with anything but nothing in them. */
const FAILURE_FIELD =
  /^(?:errors?|failures?|(?:fail|failure|reject|rejection|cancel|cancellation)code|(?:error|fail|failure|reject|rejection|cancel|cancellation)(?:reason|message|text)|(?:failed|rejected|cancelled|canceled|declined|expired|reversed|refunded)(?:at|on|by|reason)?)$/;

const NUMBER = /^[+-]?\d+$/;

/** An HTTP status that is repeated as the state, and the least one of a failure. */
const HTTP_STATUS = /^\d{3}$/;
const FIRST_FAILED_STATUS = 400;

/** Characters of the service's own text that are shown. */
const MAX_SHOWN_CHARACTERS = 60;

/**
 * THE table of failures, for the answers to withdrawals, trades, balances and prices alike: what an answer says of a
 * failure; null if it states none. It decides by the structure of the answer, not by the service's texts, which are an open
 * set. Pure.
 *
 * It only ever makes things stricter: null is no success. `listed` are texts and codes that a stage knows to be
 * harmless. Looked into are the answer and the levels within it, down to a bounded depth. What only looks like a
 * failure is data, and is told by its place:
 * - what describes another thing, such as an account, a network or a currency (`answer-fields.ts`);
 * - a `code` that its own object, or the name under which it stands, calls its currency (`{"BTC": {"code": "BTC"}}`). Its
 *   form does not count: INSUFFICIENT could be a currency as well;
 * - the word of a state (`{"status": {"code": "FILLED"}}`), which has a table of its own (`state-terms.ts`);
 * - in the `details` of a withdrawal, in which the reference allows any properties (2.2), a code or a text alone: it is a
 *   bank's code or a payment's message. Both together are a failure there as well;
 * - in balances, a name in capitals with an amount: DETAIL could be a currency;
 * - the entries of prices, which are dropped one by one: to be asked for one alone.
 */
export function statedFailure(
  answer: unknown,
  of: AnswerKind,
  listed: readonly string[] = [],
): StatedFact | null {
  const harmless = new Set(listed.map(plain));
  const isEntered = (name: string) => of !== 'prices' || !name.includes('/');
  for (const seen of fieldsIn(answer, isEntered)) {
    if (of === 'balances' && isCurrency(seen)) continue;
    const said = sayingOf(seen, of, harmless);
    if (said !== null) return said;
  }
  return null;
}

function sayingOf(
  seen: AnswerField,
  of: AnswerKind,
  harmless: ReadonlySet<string>,
): StatedFact | null {
  const { field, held } = seen;
  if (FAILURE_FIELD.test(field)) return isNothing(held) ? null : holding(seen);
  if (SUCCESS_FIELD.test(field)) return isDenied(held) ? { code: 'denies-success' } : null;
  if (CODE_FIELD.test(field)) return isFailureCode(seen, of, harmless) ? holding(seen) : null;
  if (TEXT_FIELD.test(field)) return isFailureText(seen, of, harmless) ? holding(seen) : null;
  return STATE_FIELD.test(field) && isFailedState(held, of) ? ofState(seen) : null;
}

function isFailureCode(seen: AnswerField, of: AnswerKind, harmless: ReadonlySet<string>): boolean {
  const codes = textsIn(seen.held).filter(
    (code) => !SUCCESS_CODES.has(code) && !harmless.has(code),
  );
  if (codes.length === 0 || seen.field !== 'code') return codes.length > 0;
  const [outer = ''] = seen.around.slice(-1);
  if (STATE_FIELD.test(outer))
    return codes.some((code) => NUMBER.test(code) || isFailedState(code, of));
  const currencies = [...currenciesOf(seen.holder), ...(of === 'balances' ? [outer] : [])];
  if (codes.every((code) => currencies.includes(squeezed(code)))) return false;
  return !isPayload(seen, of) || Object.keys(seen.holder).some(isTextField);
}

function isFailureText(seen: AnswerField, of: AnswerKind, harmless: ReadonlySet<string>): boolean {
  if (isPayload(seen, of) && PAYLOAD_TEXTS.has(seen.field)) return false;
  return textsIn(seen.held).some((text) => !SUCCESS_TEXTS.has(text) && !harmless.has(text));
}

/** In the open `details` of a withdrawal, these belong to the network or the bank. */
const PAYLOAD_TEXTS: ReadonlySet<string> = new Set(['message', 'msg', 'detail', 'reason']);

function isTextField(name: string): boolean {
  return TEXT_FIELD.test(squeezed(name));
}

function isPayload({ around }: AnswerField, of: AnswerKind): boolean {
  return of === 'withdrawal' && around.includes('details');
}

/** Every text within; anything else that is there counts as one as well. */
function textsIn(held: unknown): readonly string[] {
  if (held == null || held === false) return [];
  if (Array.isArray(held)) return held.flatMap(textsIn);
  if (typeof held === 'object') return Object.keys(held).length === 0 ? [] : ['an object'];
  const text = plain(String(held));
  return text === '' ? [] : [text];
}

function isFailedState(held: unknown, of: AnswerKind): boolean {
  if (typeof held !== 'string' && typeof held !== 'number') return false;
  if (HTTP_STATUS.test(String(held))) return Number(held) >= FIRST_FAILED_STATUS;
  // Words for a failure mean it of withdrawals and trades alike, and so of a reading.
  return meaningOf(String(held), of === 'trade' ? 'trade' : 'withdrawal') === 'failed';
}

function currenciesOf(holder: Fields): readonly string[] {
  return CURRENCY_NAMES.flatMap((name) => {
    const named = holder[name];
    return typeof named === 'string' ? [squeezed(named)] : [];
  });
}

/** In answers with balances, a name in capitals with an amount. */
export function isCurrency({ name, held }: AnswerField): boolean {
  return name === name.toUpperCase() && holdsAmount(held);
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

/** Unlike names, values keep their signs and dots: a code of -200 is no 200. */
function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

function holding({ name, held }: AnswerField): StatedFact {
  const isValue = typeof held !== 'object' && held !== true;
  const shown = cleanText(name, MAX_NAME_CHARACTERS);
  return { code: 'holds', name: shown, ...(isValue && { value: shownValue(held) }) };
}

function ofState({ held }: AnswerField): StatedFact {
  return { code: 'state', word: shownValue(held), isListed: true };
}

function shownValue(held: unknown): string {
  return cleanText(String(held), MAX_SHOWN_CHARACTERS);
}
