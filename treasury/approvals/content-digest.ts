import type { Instruction } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';

/** Characters of the digest: enough that nobody finds another content for it, short enough to quote. */
export const CONTENT_DIGEST_CHARACTERS = 32;

/**
 * What a person approves, in short: the id and the whole content. An approval names it, so that it is
 * bound to this amount, this destination and nothing else.
 */
export function contentDigest({ id, content }: Instruction): string {
  const fields = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  return fingerprintOf([id, ...fields.flat()]).slice(0, CONTENT_DIGEST_CHARACTERS);
}
