import * as z from 'zod/mini';
import { UNBOOKED_OUTCOMES } from '../booking/booking.ts';
import { actorSchema } from '../facts/actor.ts';
import { lapsedShape } from '../facts/lapse.ts';
import { stopFactSchema } from '../facts/stop-fact.ts';
import { decidedSweepSchema } from '../facts/sweep-fact.ts';
import { decimalText } from '../money/decimal-text.ts';
import {
  ANOMALY_CAUSES,
  executedAmountsSchema,
  NOT_SENT_CAUSES,
  UNKNOWN_CAUSES,
} from '../outcomes/outcome.ts';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const person = () => ({ by: z.string() });
const people = () => ({ by: z.array(z.string()) });

export const historyFactSchema = z.discriminatedUnion('code', [
  /** A rule decided it. */
  coded('decided', () => ({
    decision: decidedSweepSchema,
    /** Its place in the rule's split. */
    part: z.exactOptional(record(() => ({ part: z.int(), of: z.int() }))),
  })),
  coded('requested', () => ({
    by: actorSchema,
    comment: z.exactOptional(z.string()),
    /** The missed occurrence of a rule that a person makes up for. */
    missed: z.exactOptional(record(() => ({ ruleId: z.string(), occurrence: instant }))),
  })),
  coded('awaiting-approval', () => ({ expiresAt: instant, approvalsRequired: z.int() })),
  coded('approval-given', () => ({ ...person(), expiresAt: instant })),
  /** By people, or by the rule or limit that required none. */
  coded('approved', () => ({ by: z.array(actorSchema) })),
  coded('declined', () => ({ ...person(), comment: z.string() })),
  coded('expired'),
  coded('cancelled', () => ({ why: stopFactSchema })),
  coded('claimed', () => ({ sendBy: instant })),
  /** Not sent, unknown, or an anomaly. */
  coded('not-confirmed', () => ({
    cause: z.enum([...NOT_SENT_CAUSES, ...UNKNOWN_CAUSES, ...ANOMALY_CAUSES]),
  })),
  coded('rejected', () => ({ status: z.int() })),
  /** `notStated`: what of the destination the answer left unsaid. */
  coded('confirmed', () => ({ notStated: z.exactOptional(z.array(z.string())) })),
  coded('released', () => ({ ...people(), comment: z.string() })),
  /** The evidence alone said that it was not executed. */
  coded('released-by-evidence'),
  coded('settlement-proposed', () => ({
    ...person(),
    executed: z.boolean(),
    withdrawalId: z.exactOptional(z.string()),
    fill: z.exactOptional(executedAmountsSchema),
    comment: z.string(),
  })),
  coded('settlement-withdrawn', person),
  /** What a person said no longer holds. */
  coded('settlement-lapsed', () => lapsedShape),
  coded('unbooked-concluded', () => ({
    ...people(),
    outcome: z.enum(UNBOOKED_OUTCOMES),
    amount: decimalText,
    currency: z.string(),
  })),
]);

/** What happened to an instruction: a line of its history. */
export type HistoryFact = Stored<typeof historyFactSchema>;
