import * as z from 'zod';
import { instructionSchema } from '../../adapters/store/schemas/instruction-schema.ts';
import { claimSchema } from '../../adapters/store/schemas/lane-schema.ts';
import { CONTENT_DIGEST_CHARACTERS } from '../../treasury/approvals/content-digest.ts';

const stored = instructionSchema as typeof instructionSchema & z.ZodObject;
const states = (stored.shape.status as z.ZodDiscriminatedUnion).options as readonly z.ZodObject[];

/** A claim's nonce is never shown: whoever knows it could speak for the sender. */
const shownClaim = claimSchema.omit({ nonce: true });
const [first, ...others] = states.map((state) =>
  'claim' in state.shape ? state.extend({ claim: shownClaim }) : state,
);
if (first === undefined) throw new Error('an instruction has no states');

/** As stored, but for what is kept back; and while people are waited for, with what they have to name. */
export const instruction = stored
  .extend({
    status: z.discriminatedUnion('state', [first, ...others]),
    contentDigest: z
      .string()
      .length(CONTENT_DIGEST_CHARACTERS)
      .exactOptional()
      .meta({ description: 'What an approval has to name; there while one is awaited' }),
  })
  .meta({
    id: 'Instruction',
    description: 'A withdrawal or trade with its history and evidence',
  });
