/** Begins and ends what is isolated within a text (Unicode: FIRST STRONG ISOLATE, POP DIRECTIONAL ISOLATE). */
const BEGIN = '\u2068';
const END = '\u2069';

/** Marks that turn the direction of what follows them, and the isolates themselves: a name may hold any of them. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** An instant as the API writes it within a sentence, or a name that was isolated. */
const CUTS = new RegExp(
  `(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?Z|${BEGIN}[^${END}]*${END})`,
);

interface Part {
  /** Where in the sentence it begins. */
  readonly place: number;
  readonly text: string;
  readonly is: 'text' | 'moment' | 'name';
}

/** A name for a sentence: whatever its direction, it turns nothing of what stands beside it. */
export function isolated(name: string): string {
  return `${BEGIN}${name.replace(BIDI_MARKS, '')}${END}`;
}

/** Behind a colon, the calls that a program makes for what a sentence says: a person has buttons and links for it. */
const ROUTES = /: (?:GET|POST|PUT|DELETE) \/v1\/[^.]*/g;

export function withoutRoutes(sentence: string): string {
  return sentence.replace(ROUTES, '');
}

/** A sentence, cut before and behind each moment and each isolated name in it. */
export function partsOf(sentence: string): readonly Part[] {
  let place = 0;
  return sentence.split(CUTS).flatMap((text, index) => {
    const part = { place, ...kindOf(text, index % 2 === 1) };
    place += text.length;
    return text === '' ? [] : [part];
  });
}

function kindOf(text: string, isCut: boolean): Pick<Part, 'is' | 'text'> {
  if (!isCut) return { is: 'text', text };
  const isName = text.startsWith(BEGIN);
  return isName ? { is: 'name', text: text.slice(1, -1) } : { is: 'moment', text };
}
