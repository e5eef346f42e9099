import * as z from 'zod/mini';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { erasedHaltSchema } from '../policy/halt-marks.ts';
import { coded, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { type RefusalFact, refusalFactSchema } from './check-fact.ts';
import { numberText } from './number-in.ts';
import { TRADE_STOPS } from './trade-stops.ts';

const ofInstruction = () => ({ instructionId: z.string() });

/** The people who have to approve, and those who have. */
const approvals = () => ({ required: z.int(), given: z.int() });

/** What follows an instruction that is sent too late. */
const afterLate = z.discriminatedUnion('code', [
  coded('ask-anew'),
  coded('rule-gone'),
  /** Its occurrence is used up: the next snapshot decides nothing about it. */
  coded('occurrence-missed', () => ({ ruleId: z.string(), occurrence: instant })),
  coded('next-snapshot'),
]);

const STOPS = [
  coded('not-sent-in-time', () => ({ seconds: z.int(), next: afterLate })),
  coded('seal-expired', () => ({ expiresAt: instant })),
  coded('cancelled-by-person', () => ({ by: z.string(), comment: z.string() })),
  /** By the tiers of approvals, with what left in 24 hours. */
  coded('more-approvals-by-tiers', approvals),
  coded('more-approvals-by-policy', approvals),
  /** With what the rule traded in 24 hours. */
  coded('trade-needs-approval', () => ({ value: numberText, currency: z.string() })),
  coded('rule-converts-otherwise', () => ({
    ruleId: z.string(),
    side: z.enum(TRADE_SIDES),
    instrument: z.string(),
  })),
  coded('piece-changed', () => ({ piece: z.enum(['rule', 'account']) })),
  /** Written before there were seals. */
  coded('older-than-seals', ofInstruction),
  coded('not-decided-here', ofInstruction),
  coded('seal-broken', ofInstruction),
  coded('seal-missing', ofInstruction),
  /** It had left before: an earlier state stands again. */
  coded('put-back', ofInstruction),
  /** Of what limits count; `found` is null if nothing stands. */
  coded('counts-put-back', () => ({ found: z.nullable(z.int()), known: z.int() })),
  coded('halt-end-unsealed', () => ({ generation: z.int() })),
  coded('halt-erased', () => ({ erased: erasedHaltSchema })),
  coded('halt-ended-elsewhere'),
] as const;

const instructionStops = z.discriminatedUnion('code', [...STOPS, ...TRADE_STOPS]);

/** What only an instruction that was decided earlier is stopped by, beside the checks of a decision. */
export type InstructionStop = Stored<typeof instructionStops>;

/** Why nothing leaves: an instruction ends, or a trade is refused. */
export type StopFact = RefusalFact | InstructionStop;

export const stopFactSchema: z.ZodMiniType<StopFact> = z.union([
  instructionStops,
  refusalFactSchema,
]) as z.ZodMiniType<unknown> as z.ZodMiniType<StopFact>;
