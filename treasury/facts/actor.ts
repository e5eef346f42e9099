import * as z from 'zod/mini';
import { coded, type Stored } from '../records/record.ts';

export const noPersonSchema = z.discriminatedUnion('code', [
  coded('rule', () => ({ ruleId: z.string() })),
  coded('trade-limits'),
]);

/** Stands in the place of a person who asks or approves: the rule that decided, or the limits of trades. */
export type NoPerson = Stored<typeof noPersonSchema>;

/** A person or a program, by its id; or what stands in the place of one. */
export const actorSchema = z.union([z.string(), noPersonSchema]);
export type Actor = Stored<typeof actorSchema>;
