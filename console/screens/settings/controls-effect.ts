import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { compareAmounts } from '../../display/amounts.ts';
import type { FieldDifference } from '../../display/value-text.ts';
import { type ControlsField, FIELDS, type FieldKind } from './controls-fields.ts';
import { codesOf, listOf, pairsOf, type Values } from './controls-values.ts';
import { counterpartiesBody, counterpartyKey } from './counterparties.ts';

/** The stricter, the higher. */
const STRICTNESS: Readonly<Record<string, number>> = { live: 0, 'dry-run': 1, halted: 2 };

/** Kinds with an entry for each currency or name. */
const BY_NAME: readonly FieldKind[] = ['modes', 'amounts', 'digits', 'codes'];

/** What a draft changes of the controls, and which of it lets more leave. The API decides. */
export function effectOf(before: Values, after: Values): readonly FieldDifference[] {
  return FIELDS.flatMap((field) => {
    const was = (before[field.path] ?? '').trim();
    const is = (after[field.path] ?? '').trim();
    if (field.kind === 'counterparties') return byCounterparty(field, was, is);
    return BY_NAME.includes(field.kind) ? byName(field, was, is) : one(field, field.path, was, is);
  });
}

export function widensIn(differences: readonly FieldDifference[]): readonly string[] {
  return differences.flatMap(({ widens }) =>
    widens === null || widens === undefined ? [] : [widens],
  );
}

function byName(field: ControlsField, was: string, is: string): readonly FieldDifference[] {
  const entriesOf = field.kind === 'codes' ? codesOf : pairsOf;
  const left = new Map(entriesOf(was));
  const right = new Map(entriesOf(is));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((currency) =>
    one(
      field,
      `${field.path}.${currency}`,
      left.get(currency) ?? '',
      right.get(currency) ?? '',
      currency,
    ),
  );
}

/** Name by name, however it is spelt: one that is gone limits nothing any more. */
function byCounterparty(field: ControlsField, was: string, is: string): readonly FieldDifference[] {
  const named = (text: string) =>
    new Map(counterpartiesBody(text).map((each) => [counterpartyKey(each.name ?? ''), each]));
  const [left, right] = [named(was), named(is)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [before, after] = [left.get(key), right.get(key)];
    const name = after?.name ?? before?.name ?? key;
    return LIMITS_OF_COUNTERPARTIES.flatMap((limit) => {
      const path = `${field.path}.${name}.${limit}`;
      return one(field, path, before?.[limit] ?? '', after?.[limit] ?? '', name);
    });
  });
}

const LIMITS_OF_COUNTERPARTIES = ['per24Hours', 'per30Days'] as const;

function one(
  field: ControlsField,
  path: string,
  was: string,
  is: string,
  currency?: string,
): readonly FieldDifference[] {
  if (isSame(field, was, is)) return [];
  const name = fieldLabel(currency === undefined ? field.path : `${field.path}.${currency}`);
  return [
    {
      field: path,
      before: was === '' ? null : was,
      after: is === '' ? null : is,
      widens: isWider(field, was, is) ? `${name}: ${sentenceOf(field, was, is)}` : null,
    },
  ];
}

function isSame({ kind }: ControlsField, was: string, is: string): boolean {
  return kind === 'list' ? listOf(was).join(' ') === listOf(is).join(' ') : was === is;
}

function isWider({ widens, absent }: ControlsField, was: string, is: string): boolean {
  switch (widens) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'less-strict':
      return strictness(is) < strictness(was);
    case 'more':
      return listOf(is).some((each) => !listOf(was).includes(each));
    case 'on':
      return is === 'true' && was !== 'true';
    case 'omitted':
      return is === 'omitted' && was !== 'omitted';
    case 'higher':
      return isHigherCap(was || absent, is || absent);
    case 'lower':
      return compareAmounts(is || '0', was || '0') < 0;
    case 'lower-floor':
      return was !== '' && (is === '' || compareAmounts(is, was) < 0);
    case 'longer':
      return secondsOf(is, absent) > secondsOf(was, absent);
    case 'shorter':
      return secondsOf(is, absent) < secondsOf(was, absent);
    default:
      return widens satisfies never;
  }
}

/** A currency without a mode of its own has that of everything. */
function strictness(mode: string): number {
  return STRICTNESS[mode] ?? 0;
}

/** Without a cap there is no limit. */
function isHigherCap(was: string | undefined, is: string | undefined): boolean {
  if (was === undefined || was === '') return false;
  return is === undefined || is === '' || compareAmounts(is, was) > 0;
}

function secondsOf(text: string, absent = '0'): number {
  return Number.parseInt(text === '' ? absent : text, 10);
}

function sentenceOf({ kind, widens, absent = '' }: ControlsField, was: string, is: string): string {
  const before = was || absent || 'none';
  if (kind === 'answered' || kind === 'digits') {
    return 'answers with other amounts may count as what was asked for';
  }
  if (widens === 'any') return 'another one changes what every limit means';
  if (widens === 'on') return 'it is switched on';
  if (widens === 'more') {
    const added = listOf(is).filter((each) => !listOf(was).includes(each));
    return `${added.join(', ')} may be traded`;
  }
  if (is === '' && absent === '' && (widens === 'higher' || widens === 'lower-floor')) {
    const what = widens === 'higher' ? 'limit' : 'floor';
    return `the ${what} of ${before} is taken away`;
  }
  return `from ${before} to ${is || absent || 'live'}`;
}
