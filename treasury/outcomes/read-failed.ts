import * as z from 'zod/mini';
import { coded, record, type Stored } from '../records/record.ts';
import { answerFactSchema } from './answer-fact.ts';
import { contentFaultSchema } from './content-fault.ts';
import { unansweredSchema, withoutTokenSchema } from './unanswered.ts';

/** What was asked for, as its client names it. */
const asked = () => ({ asked: z.string() });

/** The beginning of an answer; empty: there was nothing in it. */
const quoted = () => ({ ...asked(), quoted: z.string() });

const readFaultSchema = z.discriminatedUnion('code', [
  coded('without-token', () => ({ why: withoutTokenSchema })),
  /** `error`: the client's name of it. */
  coded('unanswered', () => ({ ...asked(), error: z.string(), why: unansweredSchema })),
  coded('status', () => ({ ...quoted(), status: z.int() })),
  coded('other-format', quoted),
  coded('unread', () => ({ ...asked(), found: answerFactSchema })),
  /** `found`: by its decoder. */
  coded('not-understood', () => ({ ...asked(), found: contentFaultSchema })),
]);

export type ReadFault = Stored<typeof readFaultSchema>;

export const readFailedSchema = record(() => ({
  why: readFaultSchema,
  /** From 1. Absent: it was the first. */
  attempt: z.exactOptional(z.int()),
  /** The next attempt would have been so long after, which is too late. */
  nextMs: z.exactOptional(z.int()),
}));

/** Why the service could not be read. `facts/sentences` says it. */
export type ReadFailed = Stored<typeof readFailedSchema>;
