/** Nesting that is looked into: wrapper, record, details and one more. */
const MAX_LEVELS = 5;

/** Things with fields of their own: of an account, of a market, or of the place that people live in. */
const OTHER_THINGS =
  /(?:account|instrument|market|venue|network|currency|asset|coin|beneficiary|recipient|originator|address|bank)/;

/** Names under which services say what currency something is in. */
export const CURRENCY_NAMES = ['currency', 'asset', 'symbol', 'coin'] as const;

export type Fields = Readonly<Record<string, unknown>>;

/** One field of an answer, wherever it stands. */
export interface AnswerField {
  /** As the service writes it, and squeezed. */
  readonly name: string;
  readonly field: string;
  readonly held: unknown;
  /** The object that it is in. */
  readonly holder: Fields;
  /** Squeezed names of the fields around it, the outermost first; lists leave none. */
  readonly around: readonly string[];
}

/**
 * The fields of an answer and of what is within it, down to a bounded depth. Objects that describe another thing, such
 * as an account or a network, are left out with everything in them. `isEntered` leaves out more.
 */
export function fieldsIn(
  answer: unknown,
  isEntered: (name: string) => boolean = () => true,
): readonly AnswerField[] {
  return walk(answer, isEntered, [], MAX_LEVELS);
}

function walk(
  value: unknown,
  isEntered: (name: string) => boolean,
  around: readonly string[],
  levels: number,
): readonly AnswerField[] {
  if (levels === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item) => walk(item, isEntered, around, levels - 1));
  }
  const holder = value as Fields;
  return Object.entries(holder).flatMap(([name, held]) => {
    const field = squeezed(name);
    if (OTHER_THINGS.test(field) || !isEntered(name)) return [];
    const within = walk(held, isEntered, [...around, field], levels - 1);
    return [{ name, field, held, holder, around }, ...within];
  });
}

/** Without case, blanks, hyphens, dots and underscores, and without letters that only look like others. */
export function squeezed(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\s_.-]/gu, '');
}

/** Fields that name a state, by the end of their name: `state`, `orderStatus`, `withdrawal_state`. */
export const STATE_FIELD = /(?:state|status)(?:code|text|name)?$/;

/** Texts that deny, as numbers and flags may do. */
const DENIALS: ReadonlySet<string> = new Set(['false', '0', 'no']);

/** Denied by a flag, a number or a word. */
export function isDenied(held: unknown): boolean {
  if (typeof held === 'string') return DENIALS.has(squeezed(held));
  return held === false || held === 0;
}
