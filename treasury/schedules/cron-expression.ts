/*
 * EventBridge's cron expressions: minutes hours day-of-month month day-of-week year. Read here to
 * the letter of EventBridge, so that an expression means the same in a rule as in a schedule, and
 * handed on in the syntax of croner.
 */

/** The longest expressions that people write list a few dozen values; anything longer is no schedule. */
export const MAX_EXPRESSION_CHARACTERS = 200;

interface Field {
  readonly name: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly names?: readonly string[];
  readonly steps: boolean;
  /** The syntax of this field alone: L, W, #. Null if the text is none of it. */
  readonly special?: (text: string, field: Field) => string | null;
  readonly accepted: string;
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

const FIELDS: readonly Field[] = [
  {
    name: 'minutes',
    minimum: 0,
    maximum: 59,
    steps: true,
    accepted: '0-59 with , - * /',
  },
  { name: 'hours', minimum: 0, maximum: 23, steps: true, accepted: '0-23 with , - * /' },
  {
    name: 'day-of-month',
    minimum: 1,
    maximum: 31,
    steps: true,
    special: dayOfMonth,
    accepted: '1-31 with , - * /, or one of ? L LW 15W',
  },
  {
    name: 'month',
    minimum: 1,
    maximum: 12,
    names: MONTHS,
    steps: true,
    accepted: '1-12 or JAN-DEC with , - * /',
  },
  {
    name: 'day-of-week',
    minimum: 1,
    maximum: 7,
    names: WEEKDAYS,
    steps: false,
    special: dayOfWeek,
    accepted: '1-7 (1 is Sunday) or SUN-SAT with , - *, or one of ? L 6L 6#3',
  },
  {
    name: 'year',
    minimum: 1970,
    maximum: 2199,
    steps: true,
    accepted: '1970-2199 with , - * /',
  },
];

export type CronTranslation =
  | { readonly ok: true /** croner's seven parts. */; readonly pattern: string }
  | { readonly ok: false; readonly seen: string; readonly accepted: string };

/** Translates an expression, or says which part EventBridge would refuse. */
export function translateCron(expression: string): CronTranslation {
  if (expression.length > MAX_EXPRESSION_CHARACTERS) {
    const seen = `${expression.length} characters`;
    return { ok: false, seen, accepted: `at most ${MAX_EXPRESSION_CHARACTERS} characters` };
  }
  const whole = expression.trim().toUpperCase();
  const texts = whole.split(/\s+/);
  if (texts.length !== FIELDS.length || whole.startsWith('CRON(')) {
    const accepted =
      'six fields: minutes hours day-of-month month day-of-week year, without "cron(...)" around them';
    return { ok: false, seen: expression, accepted };
  }
  if ((texts[2] === '?') === (texts[4] === '?')) {
    const accepted = '"?" in exactly one of day-of-month and day-of-week';
    return { ok: false, seen: expression, accepted };
  }
  const parts = ['0'];
  for (const [index, field] of FIELDS.entries()) {
    const text = texts[index] ?? '';
    const part = translateField(text, field);
    if (part === null) {
      return { ok: false, seen: `${field.name} "${text}"`, accepted: field.accepted };
    }
    parts.push(part);
  }
  return { ok: true, pattern: parts.join(' ') };
}

function translateField(text: string, field: Field): string | null {
  const special = field.special?.(text, field) ?? null;
  if (special !== null) return special;
  if (text === '*') return '*';
  const items = text.split(',').map((item) => translateItem(item, field));
  return items.every((item) => item !== null) ? items.join(',') : null;
}

/** One value, range or step of a list. "5/15" is EventBridge's short form of "5-59/15". */
function translateItem(item: string, field: Field): string | null {
  const [base = '', step, ...more] = item.split('/');
  if (more.length > 0) return null;
  if (step === undefined) return translateRange(base, field);
  const every = field.steps && /^[1-9]\d{0,2}$/.test(step) ? Number(step) : null;
  if (every === null || every > field.maximum - field.minimum + 1) return null;
  if (base === '*') return `*/${every}`;
  const range = translateRange(base, field);
  if (range === null) return null;
  return `${range.includes('-') ? range : `${range}-${field.maximum}`}/${every}`;
}

function translateRange(text: string, field: Field): string | null {
  const [first = '', last, ...more] = text.split('-');
  const from = numberOf(first, field);
  if (from === null || more.length > 0) return null;
  if (last === undefined) return `${from}`;
  const to = numberOf(last, field);
  return to === null || to < from ? null : `${from}-${to}`;
}

function numberOf(text: string, { minimum, maximum, names }: Field): number | null {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return named + minimum;
  if (!/^\d{1,4}$/.test(text)) return null;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : null;
}

/** croner writes a day that does not matter as "*". */
function dayOfMonth(text: string, field: Field): string | null {
  if (text === '?') return '*';
  if (text === 'L' || text === 'LW') return text;
  const day = text.endsWith('W') ? numberOf(text.slice(0, -1), field) : null;
  return day === null ? null : `${day}W`;
}

const NTH_OF_MONTH: ReadonlySet<string> = new Set(['#1', '#2', '#3', '#4', '#5']);
const NTH_CHARACTERS = 2;

/** "L" alone is the last day of the week, Saturday; "6L" the last Friday, "6#3" the third. */
function dayOfWeek(text: string, field: Field): string | null {
  if (text === '?') return '*';
  if (text === 'L') return `${field.maximum}`;
  const lastDay = text.endsWith('L') ? numberOf(text.slice(0, -1), field) : null;
  if (lastDay !== null) return `${lastDay}L`;
  const nth = text.slice(-NTH_CHARACTERS);
  const day = NTH_OF_MONTH.has(nth) ? numberOf(text.slice(0, -NTH_CHARACTERS), field) : null;
  return day === null ? null : `${day}${nth}`;
}
