import * as z from 'zod/mini';
import { HALT_TRIGGERS } from '../policy/halt-state.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { fact } from './fact.ts';
import type { NotSent } from './reasons.ts';

const ofCurrency = () => ({ currency: z.string() });
const ofInstruction = () => ({ instructionId: z.string() });

const haltSchema = record(() => ({
  everything: z.boolean(),
  because: z.exactOptional(
    record(() => ({
      by: z.string(),
      at: z.string(),
      comment: z.exactOptional(z.string()),
      trigger: z.exactOptional(z.enum(HALT_TRIGGERS)),
    })),
  ),
}));

/** Why nothing of a currency moves: what browsers know as `NotSent`. */
const NOT_SENT = [
  fact('mode', 'no-policy'),
  fact('mode', 'newer-version', () => ({ format: z.int(), known: z.int() })),
  fact('mode', 'controls-unreadable'),
  fact('mode', 'halted', () => ({
    currency: z.nullable(z.string()),
    halt: z.nullable(haltSchema),
  })),
  fact('mode', 'dry-run', () => ({ currency: z.nullable(z.string()) })),
  fact('lane', 'never-armed', ofCurrency),
  fact('lane', 'armed-elsewhere', ofCurrency),
  fact('lane', 'lane-unreadable', ofCurrency),
] as const satisfies readonly z.ZodMiniType<NotSent>[];

export const LANE_FACTS = [
  ...NOT_SENT,
  fact('mode', 'live', ofCurrency),
  fact('lane', 'lane-busy', () => ({ ...ofCurrency(), ...ofInstruction() })),
  fact('lane', 'lane-blocked', () => ({
    ...ofCurrency(),
    ...ofInstruction(),
    state: z.enum(['rejected', 'unknown', 'anomaly']),
    since: instant,
  })),
  fact('lane', 'earlier-open', ofInstruction),
  fact('lane', 'lane-idle', ofCurrency),
] as const;

/** Whether money of a currency moves at all, and whether its lane is free. */
export type LaneFact = Stored<(typeof LANE_FACTS)[number]>;
