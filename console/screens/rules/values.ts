import type { SaidRule } from '../../../treasury/facts/sentences/rule.ts';
import { compareAmounts, signOf } from '../../display/amounts.ts';
import { type Limit, limitOf, limitParts, limitText } from '../../display/limit-text.ts';
import { entriesOf } from './entries.ts';
import type { Field } from './field.ts';
import { bodyOfSplit, readSplit, splitProblem } from './split-text.ts';

/** What a form holds: the text of each field by its path. Amounts are text from end to end. */
export type Values = Readonly<Record<string, string>>;

type Content = Readonly<Record<string, unknown>>;

const TRUE = 'true';

/** A new rule: every field empty, or as it holds where it is left out. */
export function newValues(fields: readonly Field[]): Values {
  const shown = fields.filter(({ kind }) => kind === 'switch' || kind === 'choice');
  return Object.fromEntries(shown.map(({ path, absent = '' }) => [path, absent]));
}

/** The texts of a rule as it stands. */
export function valuesOf(fields: readonly Field[], rule: object): Values {
  return Object.fromEntries(
    fields.flatMap(({ path, leftOut, orValue }) => {
      const found = at(rule, path);
      const shown = found ?? leftOut;
      if (shown === undefined) return [];
      return [[path, orValue ? limitText(shown as Limit) : textOf(shown)]];
    }),
  );
}

function textOf(found: unknown): string {
  // A list of ids, none of which has a comma.
  if (Array.isArray(found)) return found.join(',');
  return typeof found === 'object' ? JSON.stringify(found) : String(found);
}

function at(content: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined;
  }, content);
}

/** Whether a field applies to what was chosen. */
export function applies({ onlyIf, path }: Field, values: Values): boolean {
  if (path === 'latestStartSeconds') return values['schedule.kind'] === 'cron';
  // Without a schedule, or a calendar, nothing falls on another day.
  if (path === 'convention') {
    return values['schedule.kind'] === 'cron' && (values.calendars ?? '') !== '';
  }
  return onlyIf === undefined || values[onlyIf.path] === onlyIf.is;
}

/** The rule that the texts stand for, as the API takes it; what is empty is left out. */
export function bodyOf(fields: readonly Field[], values: Values): Content {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const text = values[field.path]?.trim() ?? '';
    if (text === '' || text === field.leftOut || !applies(field, values)) continue;
    put(body, field.path, valueFrom(field, text, values));
  }
  return body;
}

function valueFrom({ kind, orValue }: Field, text: string, values: Values): unknown {
  if (orValue) return limitOf(text);
  if (kind === 'split') {
    const split = readSplit(text);
    return split === null ? undefined : bodyOfSplit(split, values.withdrawalAccountId);
  }
  if (kind === 'switch') return text === TRUE;
  if (kind === 'choices') return text.split(',');
  if (kind === 'calendars') return entriesOf(text);
  // Counts and seconds, which are no amounts.
  if (kind === 'seconds' || kind === 'whole-number') return Number.parseInt(text, 10);
  return text;
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = (body[name] ?? {}) as Record<string, unknown>;
  body[name] = inner;
  put(inner, rest.join('.'), value);
}

/** The same as far as it is written, for a sentence about it. */
export function draftOf(fields: readonly Field[], values: Values): SaidRule {
  // Texts that are no rule yet: the sentence takes whatever is there, and as it is.
  return bodyOf(fields, values) as SaidRule;
}

/** What is wrong with the texts, by path; empty where the API can be asked. */
export function problemsOf(
  fields: readonly Field[],
  values: Values,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    if (!applies(field, values)) continue;
    const problem = problemOf(field, values[field.path]?.trim() ?? '');
    if (problem !== null) problems[field.path] = problem;
  }
  const { 'cutOff.time': time = '', 'cutOff.timeZone': zone = '' } = values;
  if (time.trim() === '' && zone.trim() !== '')
    problems['cutOff.time'] = 'Needed with its time zone.';
  if (time.trim() !== '' && zone.trim() === '')
    problems['cutOff.timeZone'] = 'Needed with its time.';
  const { threshold = '', keep = '' } = values;
  const [most, kept] = [limitParts(threshold), limitParts(keep)];
  const isCompared = threshold !== '' && keep !== '' && !problems.threshold && !problems.keep;
  // Between an amount and a value the price of the moment decides.
  if (isCompared && most.in === kept.in && compareAmounts(kept.amount, most.amount) > 0) {
    problems.keep = `At most ${threshold}, above which it sweeps.`;
  }
  return problems;
}

const HIGHEST_PERCENT = '100';

function problemOf(field: Field, typed: string): string | null {
  const { kind, isRequired, pattern, longest, orValue } = field;
  const text = orValue ? limitParts(typed).amount : typed;
  if (text === '') return isRequired ? 'Needed.' : null;
  if (kind === 'split') return splitProblem(text);
  if (longest !== undefined && text.length > longest) return `At most ${longest} characters.`;
  if (kind === 'seconds' || kind === 'whole-number') return numberProblem(field, text);
  if (pattern !== undefined && !pattern.test(text)) {
    return kind === 'amount' || kind === 'percent'
      ? 'A decimal number such as 12.5, without separators.'
      : `Not accepted: ${field.help}`;
  }
  if (kind !== 'amount' && kind !== 'percent') return null;
  if (field.isPositive && signOf(text) <= 0) return 'More than 0.';
  if (kind === 'percent' && compareAmounts(text, HIGHEST_PERCENT) > 0) return 'At most 100.';
  return null;
}

function numberProblem({ least, most }: Field, text: string): string | null {
  const range = least !== undefined && most !== undefined ? ` from ${least} to ${most}` : '';
  if (!/^\d{1,12}$/.test(text)) return `A whole number${range}.`;
  const value = Number.parseInt(text, 10);
  const isWithin = value >= (least ?? value) && value <= (most ?? value);
  return isWithin ? null : `A whole number${range}.`;
}
