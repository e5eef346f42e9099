import * as z from 'zod/mini';
import { EVENT_TYPE_NAMES } from '../../treasury/policy/event-type-names.ts';

/** Characters of a list of types: all of them by name are fewer. */
const MAX_CHARACTERS = 4_000;

/** At the end of a type: every type that begins so. */
const ANY = '*';

const SEEN =
  'expected types of events with commas between, such as com.sluice.trade.confirmed or com.sluice.trade.*';

/** Types by name, or by their beginning: what they have in common is whether a type is one of them. */
export const eventTypes = z.pipe(
  z.string().check(
    z.maxLength(MAX_CHARACTERS, SEEN),
    z.refine((text) => text.split(',').every(isKnown), SEEN),
  ),
  z.transform((text) => {
    const patterns = text.split(',');
    return (type: string): boolean => patterns.some((pattern) => matches(pattern, type));
  }),
);

/** A type, or the beginning of some: of none, the caller would wait for ever. */
function isKnown(pattern: string): boolean {
  return EVENT_TYPE_NAMES.some((name) => matches(pattern, name));
}

function matches(pattern: string, type: string): boolean {
  return pattern.endsWith(`.${ANY}`)
    ? type.startsWith(pattern.slice(0, -ANY.length))
    : type === pattern;
}
