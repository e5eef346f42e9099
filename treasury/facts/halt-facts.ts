import * as z from 'zod/mini';
import { ANOMALY_CAUSES, seenFields, TRADE_SIDES } from '../outcomes/outcome.ts';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { stopFactSchema } from './stop-fact.ts';

/** Counters of one place: of which kind, and of which rule, account or person; empty where there is one. */
const loweredCounts = record(() => ({
  place: z.string(),
  counters: z.array(record(() => ({ kind: z.string(), of: z.string() }))),
}));

const TAMPERINGS = [
  /** Of an instruction, a piece of the policy, or the halt itself. */
  coded('stopped', () => ({ why: stopFactSchema })),
  coded('settlement-unsealed', () => ({ by: z.string(), instructionId: z.string() })),
  coded('unbooked-unsealed', () => ({ by: z.string(), currency: z.string() })),
  /** Below what claims took. */
  coded('counts-lowered', () => ({ counts: z.array(loweredCounts) })),
  coded('claim-differs', () => ({ currency: z.string(), instructionId: z.string() })),
  coded('policy-older', () => ({ asserted: z.string() })),
  coded('reading-unsealed', () => ({ of: instant })),
] as const;

const tamperingSchema = z.discriminatedUnion('code', TAMPERINGS);

/** What shows that something other than Sluice has written. */
export type Tampering = Stored<typeof tamperingSchema>;

const asked = z.discriminatedUnion('kind', [
  record(() => ({
    kind: z.literal('withdrawal'),
    amount: z.string(),
    currency: z.string(),
    accountLabel: z.string(),
    withdrawalAccountId: z.string(),
  })),
  record(() => ({
    kind: z.literal('trade'),
    side: z.enum(TRADE_SIDES),
    amount: z.string(),
    instrument: z.string(),
    price: z.string(),
  })),
]);

/** What was asked of the service. */
export type Asked = Stored<typeof asked>;

const answered = record(() => seenFields);

const haltFactSchema = z.discriminatedUnion('code', [
  ...TAMPERINGS,
  coded('anomaly', () => ({
    cause: z.enum(ANOMALY_CAUSES),
    instructionId: z.string(),
    /** Null: it could not be recorded with the instruction. */
    asked: z.nullable(asked),
    answered,
  })),
  coded('settlement-contradicted', () => ({
    instructionId: z.string(),
    /** Null: the answer is a confirmation. */
    cause: z.nullable(z.enum(ANOMALY_CAUSES)),
    answered,
  })),
]);

/** What Sluice found that halts everything by itself. */
export type HaltFact = Stored<typeof haltFactSchema>;

const readingWaitSchema = z.discriminatedUnion('code', [
  coded('key-out-of-reach'),
  coded('reading-without-seal', () => ({ takenAt: instant })),
  coded('not-read', () => ({ problem: z.string() })),
  coded('read-before', () => ({ takenAt: instant })),
]);

/** Why balances prove nothing now. */
export type ReadingWait = Stored<typeof readingWaitSchema>;
