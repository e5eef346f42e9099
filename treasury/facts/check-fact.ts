import * as z from 'zod/mini';
import { POLICY_PIECES } from '../policy/policy-pieces.ts';
import { record, type Stored } from '../records/record.ts';
import { AMOUNT_FACTS } from './amount-facts.ts';
import { OUTFLOW_FACTS } from './bound-facts.ts';
import { CONVERSION_FACTS } from './conversion-facts.ts';
import { DESTINATION_FACTS } from './destination-facts.ts';
import { LANE_FACTS } from './lane-facts.ts';
import { numberText } from './number-in.ts';
import { LIMIT_PRICE_FACTS } from './price-of-limits-facts.ts';
import { RULE_FACTS } from './rule-facts.ts';
import { SCHEDULE_FACTS } from './schedule-facts.ts';
import { SPLIT_FACTS } from './split-facts.ts';
import { TIMING_FACTS } from './timing-facts.ts';

const CHECK_FACTS = [
  ...LANE_FACTS,
  ...RULE_FACTS,
  ...DESTINATION_FACTS,
  ...TIMING_FACTS,
  ...SCHEDULE_FACTS,
  ...LIMIT_PRICE_FACTS,
  ...AMOUNT_FACTS,
  ...OUTFLOW_FACTS,
  ...SPLIT_FACTS,
  ...CONVERSION_FACTS,
] as const;

export const checkFactSchema = z.discriminatedUnion('code', CHECK_FACTS);

/** What one check found and what it requires: a code, and the values that nothing else of it says. Plain JSON. */
export type CheckFact = Stored<typeof checkFactSchema>;

export type CheckCode = CheckFact['code'];

export type FactOf<Code extends CheckCode> = Extract<CheckFact, { readonly code: Code }>;

/** Checks that are only shown, and stop nothing. */
const SHOWN_CODES = [
  'live',
  'lane-idle',
  'business-day',
  'due-by-snapshot',
  'fell',
  'limit-prices',
  'taken',
  'approvals',
  'divided',
  'part',
  'price',
  'trade-approval',
  'low',
] as const satisfies readonly CheckCode[];
export type ShownCode = (typeof SHOWN_CODES)[number];

/** A check that may stop a sweep. */
export type StoppingFact = Exclude<CheckFact, { readonly code: ShownCode }>;

/** Why a rule does not sweep, or an instruction is not sent. */
export type RefusalFact =
  | StoppingFact
  /** One account of a split cannot be paid, so none is. */
  | { readonly code: 'nothing-divided'; readonly by: RefusalFact }
  /** The balance alone would be enough. */
  | Stored<typeof spokenFor>
  | Stored<typeof madeBefore>
  | Stored<typeof pieceUnsealed>;

const spokenFor = record(() => ({
  code: z.literal('spoken-for'),
  currency: z.string(),
  balance: numberText,
  committed: numberText,
}));

/** Of an occurrence that is on record, though the lane does not know of it. */
const madeBefore = record(() => ({
  code: z.literal('made-before'),
  currency: z.string(),
  instructionId: z.string(),
  state: z.string(),
}));

/** A piece of the policy that no seal of this ledger covers. */
const pieceUnsealed = record(() => ({
  code: z.literal('piece-unsealed'),
  piece: z.enum(POLICY_PIECES),
  /** Null: there is only one. */
  id: z.nullable(z.string()),
  version: z.int(),
  verdict: z.enum(['unsealed', 'foreign', 'invalid']),
}));

const nothingDivided = record(() => ({
  code: z.literal('nothing-divided'),
  by: z.lazy((): z.ZodMiniType<RefusalFact> => refusalFactSchema),
}));

function stops({ code }: { readonly code: string }): boolean {
  return !SHOWN_CODES.some((shown) => shown === code);
}

export const refusalFactSchema = z
  .discriminatedUnion('code', [
    ...CHECK_FACTS,
    nothingDivided,
    spokenFor,
    madeBefore,
    pieceUnsealed,
  ])
  .check(z.refine(stops)) as z.ZodMiniType<unknown> as z.ZodMiniType<RefusalFact>;
