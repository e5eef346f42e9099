import * as z from 'zod/mini';
import { type InstructionSeal, SEAL_FORMAT, type Seal } from '../../../treasury/seals/seal.ts';
import { instant } from './lane-schema.ts';

const seal = z.object({
  format: z.literal(SEAL_FORMAT),
  epoch: z.string(),
  sealedAt: instant,
  expiresAt: z.exactOptional(instant),
  keyId: z.string(),
  mac: z.string(),
});

export const sealSchema: z.ZodMiniType<Seal> = seal;

const pinned = z.object({ version: z.int().check(z.positive()), digest: z.string() });

export const instructionSealSchema: z.ZodMiniType<InstructionSeal> = z.extend(seal, {
  expiresAt: instant,
  authorisation: z.object({
    controls: pinned,
    rule: z.exactOptional(pinned),
    account: z.exactOptional(pinned),
    approvalsRequired: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  }),
});
