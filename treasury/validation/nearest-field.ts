import type * as z from 'zod/mini';
import { schemasAt, shapeOf, unwrapped } from './inside-schema.ts';
import { nearestName } from './nearest-name.ts';

/** Letters by which a field may be misspelt: a third of them, as in "treshhold" for "threshold". */
const LETTERS_PER_MISTAKE = 3;

/** The field that was probably meant by an unknown one at a place of a schema; null if none is similar. */
export function nearestField(
  schema: z.core.$ZodType,
  place: readonly PropertyKey[],
  written: string,
): string | null {
  const known = schemasAt(schema, place)
    .flatMap(unwrapped)
    .flatMap((each) => Object.keys(shapeOf(each)));
  const lowered = new Map(known.map((name) => [name.toLowerCase(), name]));
  const distance = Math.max(2, Math.floor(written.length / LETTERS_PER_MISTAKE));
  const nearest = nearestName(written.toLowerCase(), lowered.keys(), distance);
  const meant = nearest ?? shortestWith(written.toLowerCase(), [...lowered.keys()]);
  return meant === null ? null : (lowered.get(meant) ?? null);
}

/** Fewer letters stand in too many names to mean one of them. */
const LEAST_LETTERS_OF_A_PART = 4;

/** The shortest name that has the written one in it: "account" is a part of "withdrawalaccountid" alone. */
function shortestWith(written: string, known: readonly string[]): string | null {
  if (written.length < LEAST_LETTERS_OF_A_PART) return null;
  const having = known.filter((name) => name.includes(written));
  return having.sort((one, other) => one.length - other.length)[0] ?? null;
}
