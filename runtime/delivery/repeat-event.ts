import * as z from 'zod/mini';
import { instant } from '../../treasury/time/instant-schema.ts';

/** The longest tenant's name that is listened to, and the longest ARN of a principal: a path of 512 characters, and two names. */
const MAX_TENANT_CHARACTERS = 100;
const MAX_ASKER_CHARACTERS = 1_024;

/**
 * What an operator asks `update-books`, by a direct invocation: to repeat an interval of its books. Events of a stream have
 * `Records`, and none of these fields.
 */
export function repeatEvent() {
  const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
  const repeat = z
    .strictObject({ from: instant, to: instant, by: text(MAX_ASKER_CHARACTERS) })
    .check(z.refine(({ from, to }) => from < to, { error: 'from is not before to' }));
  return z.strictObject({ tenant: text(MAX_TENANT_CHARACTERS), repeat });
}
export type RepeatEvent = z.infer<ReturnType<typeof repeatEvent>>;
