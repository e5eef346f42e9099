import { isDigits } from '../../display/answered-amounts.ts';
import { type ControlsField, FIELDS } from './controls-fields.ts';
import {
  type Counterparty,
  counterpartiesBody,
  counterpartiesProblem,
  counterpartiesText,
} from './counterparties.ts';
import type { ControlsBody } from './types.ts';

/** What the form holds: the text of each field by its path; of modes and amounts, by path and currency. */
export type Values = Readonly<Record<string, string>>;

const CURRENCY = /^[A-Z0-9][A-Z0-9._-]{0,19}$/;
const AMOUNT = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;
const LEDGER_CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._:/-]{0,38}[A-Za-z0-9])?$/;
const SECONDS = /^\d{1,7}$/;
const ID_FORM = /^(?:uuid|\S*digits>\S*)$/;
const INSTRUMENT = /^[^\s/]+\/[^\s/]+$/;

/** The texts of the controls as they stand. */
export function valuesOf(controls: object): Values {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const found = at(controls, field.path);
      return found === undefined ? [] : [[field.path, textOf(field, found)]];
    }),
  );
}

function textOf({ kind }: ControlsField, value: unknown): string {
  if (kind === 'counterparties') return counterpartiesText(value as readonly Counterparty[]);
  if (kind === 'list') return (value as readonly string[]).join(' ');
  if (kind === 'modes' || kind === 'amounts' || kind === 'digits' || kind === 'codes') {
    const entries = Object.entries(value as Readonly<Record<string, string | number>>);
    return entries.map(([currency, text]) => `${currency} ${text}`).join('\n');
  }
  return String(value);
}

function at(content: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
      content,
    );
}

/** "BTC 0.001" in each line. */
export function pairsOf(text: string): readonly (readonly [currency: string, text: string])[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/[\s=:]+/))
    .filter(([currency = '']) => currency !== '')
    .map(([currency = '', rest = '']) => [currency, rest]);
}

/** "BTC 1020:01" in each line: a code may have what separates an amount from its currency. */
export function codesOf(text: string): readonly (readonly [name: string, code: string])[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([name = '']) => name !== '')
    .map(([name = '', ...rest]) => [name, rest.join(' ')]);
}

export function listOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '');
}

/** The controls that the texts stand for, as the API takes them; what is empty is left out. */
export function bodyOf(values: Values): ControlsBody {
  const body: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const text = (values[field.path] ?? '').trim();
    const content = text === '' ? undefined : contentOf(field, text);
    if (content !== undefined) put(body, field.path.split('.'), content);
  }
  put(body, ['trades', 'instruments'], listOf(values['trades.instruments'] ?? ''));
  // The API checks what comes of the texts.
  return body as unknown as ControlsBody;
}

function contentOf({ kind }: ControlsField, text: string): unknown {
  if (kind === 'switch') return text === 'true';
  // Lengths of time, which are no amounts.
  if (kind === 'seconds') return Number.parseInt(text, 10);
  if (kind === 'list') return listOf(text);
  if (kind === 'counterparties') return counterpartiesBody(text);
  if (kind === 'codes') return Object.fromEntries(codesOf(text));
  // Counts of digits, which are no amounts.
  if (kind === 'digits') {
    return Object.fromEntries(
      pairsOf(text).map(([code, count]) => [code, Number.parseInt(count, 10)]),
    );
  }
  return kind === 'modes' || kind === 'amounts' ? Object.fromEntries(pairsOf(text)) : text;
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = (into[name] ?? {}) as Record<string, unknown>;
  into[name] = inner;
  put(inner, rest, value);
}

/** What is wrong with the texts, by path; empty where the API can be asked. */
export function problemsOf(values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const problem = problemOf(field, (values[field.path] ?? '').trim());
      return problem === null ? [] : [[field.path, problem]];
    }),
  );
}

function problemOf({ kind, path }: ControlsField, text: string): string | null {
  if (path === 'mode' || path === 'reportingCurrency') {
    return text === '' ? 'Needed.' : kind === 'currency' && !CURRENCY.test(text) ? CODE : null;
  }
  if (text === '') return null;
  switch (kind) {
    case 'amount':
    case 'percent':
      return AMOUNT.test(text) ? null : DECIMAL;
    case 'amounts':
      return pairsOf(text).every(([code, amount]) => CURRENCY.test(code) && AMOUNT.test(amount))
        ? null
        : 'A currency and an amount in each line, such as BTC 0.001.';
    case 'digits':
      return pairsOf(text).every(([code, count]) => CURRENCY.test(code) && isDigits(count))
        ? null
        : 'A currency and a number of digits in each line, such as BTC 8.';
    case 'seconds':
      return SECONDS.test(text) ? null : 'A whole number of seconds.';
    case 'code':
      return LEDGER_CODE.test(text) ? null : 'A code such as 1020 or 1020.BTC-01.';
    case 'codes':
      return codesOf(text).every(([, code]) => LEDGER_CODE.test(code))
        ? null
        : 'A name and a code in each line, such as BTC 1020.';
    case 'counterparties':
      return counterpartiesProblem(text);
    case 'list':
      if (path === 'trades.idForms') {
        return listOf(text).every((each) => ID_FORM.test(each)) ? null : ID_FORMS;
      }
      return listOf(text).every((each) => INSTRUMENT.test(each)) ? null : 'Such as BTC/USD.';
    default:
      return null;
  }
}

const CODE = 'A code such as USD.';
const ID_FORMS = 'Such as uuid or ord-<9-digits>, as an unknown trade proposes it.';
const DECIMAL = 'A decimal number such as 12.5, without separators.';
