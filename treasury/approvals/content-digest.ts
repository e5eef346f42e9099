import { destinationSchema } from '../instructions/destination.ts';
import { contentSchema, type Instruction } from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import { knownPart, versionOf } from '../records/schema-version.ts';
import { canonicalJson } from '../seals/canonical-json.ts';

/** Characters of the digest: enough that nobody finds another content for it, short enough to quote. */
export const CONTENT_DIGEST_CHARACTERS = 32;

/**
 * What a person approves, in short: the id, the whole content, and the destination with all its details. An
 * approval names it, so that it is bound to this amount, to this place as it was seen, and to nothing else. Fields that
 * this version of Sluice does not know are none that anybody was shown.
 */
export function contentDigest({
  id,
  content,
  destination,
}: Pick<Instruction, 'id' | 'content' | 'destination'>): string {
  const fields = Object.entries(knownPart(contentSchema, content)).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const place =
    destination === undefined ? [] : [canonicalJson(knownPart(destinationSchema, destination))];
  // By which fields it was made is a part of it.
  const version = `v${versionOf(contentSchema, content)}`;
  return fingerprintOf([version, id, ...fields.flat(), ...place]).slice(
    0,
    CONTENT_DIGEST_CHARACTERS,
  );
}
