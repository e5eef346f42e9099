import { destinationSchema } from '../instructions/destination.ts';
import {
  contentSchema,
  decidedConversionSchema,
  type Instruction,
  type Origin,
  partOfRunSchema,
} from '../instructions/instruction.ts';
import { fingerprintOf } from '../instructions/instruction-id.ts';
import { knownPart } from '../records/unknown-fields.ts';
import { canonicalJson } from '../seals/canonical-json.ts';

/** Characters of the digest: enough that no attacker finds another content for it, short enough to quote. */
export const CONTENT_DIGEST_CHARACTERS = 32;

/**
 * The digest of what a person approves: the id, the whole content, the destination with all its details, and what a
 * rule decided to convert. An approval names it, so that it is bound to this amount, to this destination as it was
 * shown, and to nothing else. The approval of a part is also bound to the whole run that it was shown in.
 * Fields that this version of Sluice does not know were shown to no person, so they are no part of it.
 */
export function contentDigest({
  id,
  content,
  destination,
  conversion,
  origin,
}: Pick<Instruction, 'id' | 'content' | 'destination' | 'conversion' | 'origin'>): string {
  const fields = Object.entries(knownPart(contentSchema, content))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, typeof value === 'string' ? value : canonicalJson(value)]);
  const place =
    destination === undefined ? [] : [canonicalJson(knownPart(destinationSchema, destination))];
  const given =
    conversion === undefined ? [] : [canonicalJson(knownPart(decidedConversionSchema, conversion))];
  const run = origin.kind === 'sweep' && origin.split !== undefined ? [runText(origin)] : [];
  return fingerprintOf([id, ...fields.flat(), ...place, ...given, ...run]).slice(
    0,
    CONTENT_DIGEST_CHARACTERS,
  );
}

function runText({ split }: Extract<Origin, { readonly kind: 'sweep' }>): string {
  return canonicalJson(split === undefined ? null : knownPart(partOfRunSchema, split));
}
