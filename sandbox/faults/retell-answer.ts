import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Answer } from '../service/answer.ts';
import type { Fault, FirstPage } from './fault.ts';
import { isRecord } from './is-record.ts';
import { type MomentForm, writtenAs } from './moment-forms.ts';

type Of<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

/** A right answer, told in a way that the reference does not rule out, or that no reader can be sure of. */
export type Retold = Of<
  | 'failure-200'
  | 'first-page-200'
  | 'left-out-200'
  | 'name-twice-200'
  | 'null-200'
  | 'moment-200'
  | 'case-200'
  | 'contradicting-figures-200'
  | 'beside-200'
>;

/** Answers other than 200 stay as they are, but for a failure that is told as a success. */
export function retold(answer: Answer, fault: Retold): Answer {
  if (fault.kind === 'failure-200') {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return { status: 200, headers, body: JSON.stringify(fault.body) };
  }
  if (answer.status !== 200) return answer;
  if (fault.kind === 'name-twice-200') return { ...answer, body: namedTwice(answer.body, fault) };
  const json: unknown = JSON.parse(answer.body);
  const headers = fault.kind === 'first-page-200' ? pageHeaders(json, fault.by) : {};
  const body = JSON.stringify(retoldJson(json, fault));
  return { ...answer, headers: { ...answer.headers, ...headers }, body };
}

function retoldJson(
  json: unknown,
  fault: Exclude<Retold, { kind: 'failure-200' | 'name-twice-200' }>,
): unknown {
  switch (fault.kind) {
    case 'first-page-200':
      return firstPage(json, fault.by);
    case 'left-out-200':
      return withoutEntries(json, fault);
    case 'null-200':
      return everyField(json, (name, value) => [name, name === fault.name ? null : value]);
    case 'moment-200':
      return everyField(json, (name, value) => [name, momentIn(name, value, fault.form)]);
    case 'case-200':
      return inOtherCase(json, fault.what);
    case 'contradicting-figures-200':
      return contradictingFigures(json, fault.of);
    case 'beside-200':
      return { ...(Array.isArray(json) ? { data: json } : (json as object)), ...BESIDE };
    default:
      return fault satisfies never;
  }
}

const BESIDE = { time: 1_795_761_000, id: 'sbx-1', ok: true, date: '2026-11-27', count: 1 };

function entriesIn(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : Object.entries(json as object);
}

/** Headers that say that there are more entries than the first half; none where a field says it. */
function pageHeaders(json: unknown, by: FirstPage): Readonly<Record<string, string>> {
  switch (by) {
    case 'link':
      return { link: '</v1/balances?page=2>; rel="next"' };
    case 'x-total-count':
      return { 'x-total-count': String(entriesIn(json).length) };
    case 'x-next-page':
      return { 'x-next-page': '2' };
    default:
      return {};
  }
}

/** Half of the entries, and a field that says that there are more, unless a header does. */
function firstPage(json: unknown, by: FirstPage): unknown {
  const entries = entriesIn(json);
  const half = entries.slice(0, Math.floor(entries.length / 2));
  const data = Array.isArray(json) ? half : Object.fromEntries(half as [string, unknown][]);
  switch (by) {
    case 'next':
      return { data, next: '/v1/balances?page=2' };
    case 'pages':
      return { data, page: 1, pages: 2 };
    case 'hasMore':
      return { data, hasMore: true };
    case 'link':
    case 'x-total-count':
    case 'x-next-page':
      return data;
    default:
      return by satisfies never;
  }
}

/** The entries but those that are left out: a service may do so by a slip, or with balances of zero. */
function withoutEntries(json: unknown, { what, name }: Of<'left-out-200'>): unknown {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(json)
    ? json.map((each: unknown) => [nameOf(each), each] as const)
    : Object.entries(json as object);
  const left = entries.filter(([each, value], index) => {
    switch (what) {
      case 'all':
        return false;
      case 'zeros':
        return !isZero(value);
      case 'one':
        return name === undefined ? index > 0 : each !== name;
      default:
        return what satisfies never;
    }
  });
  return Array.isArray(json) ? left.map(([, value]) => value) : Object.fromEntries(left);
}

function nameOf(entry: unknown): string {
  return isRecord(entry) ? String(entry.currency) : '';
}

function isZero(value: unknown): boolean {
  const total = isRecord(value) ? value.total : value;
  return typeof total === 'string' && new Decimal(total).isZero();
}

/** Before the first field of the name stands the same name with another value: most readers take the last. */
function namedTwice(body: string, { name, escaped, value }: Of<'name-twice-200'>): string {
  const quoted = `${JSON.stringify(name)}:`;
  const at = body.indexOf(quoted);
  if (at < 0) return body;
  const first = name.charCodeAt(0).toString(16).padStart(4, '0');
  const twin = escaped ? `"\\u${first}${JSON.stringify(name.slice(1)).slice(1)}:` : quoted;
  return `${body.slice(0, at)}${twin}${JSON.stringify(value)},${body.slice(at)}`;
}

function momentIn(name: string, value: unknown, form: MomentForm): unknown {
  const isMoment = name === 'createdAt' || name === 'processedAt';
  return isMoment && typeof value === 'string' ? writtenAs(value, form) : value;
}

/** Codes and instruments in small letters; or each entry of balances and prices once more that way. */
function inOtherCase(json: unknown, what: Of<'case-200'>['what']): unknown {
  if (Array.isArray(json)) {
    const small = json.map((each) => everyField(each, smallCode));
    return what === 'small' ? small : [...json, ...small];
  }
  if (!isRecord(json)) return json;
  const small = Object.entries(json).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...(what === 'both' && json), ...Object.fromEntries(small) };
}

function smallCode(name: string, value: unknown): readonly [string, unknown] {
  const isCode = name === 'currency' && typeof value === 'string';
  return [name, isCode ? value.toLowerCase() : value];
}

function contradictingFigures(json: unknown, of: string | undefined): unknown {
  const changed = (name: string, value: unknown) =>
    isRecord(value) && typeof value.total === 'string' && (of === undefined || of === name)
      ? { ...value, locked: formatDecimal(new Decimal(value.total).plus(1)) }
      : value;
  if (Array.isArray(json)) {
    return json.map((each) => changed(isRecord(each) ? String(each.currency) : '', each));
  }
  return isRecord(json)
    ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, changed(name, value)]))
    : json;
}

/** Every field of the answer, at any depth, the inner ones first. */
function everyField(
  value: unknown,
  change: (name: string, value: unknown) => readonly [string, unknown],
): unknown {
  if (Array.isArray(value)) return value.map((each) => everyField(each, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => change(name, everyField(inner, change))),
  );
}
