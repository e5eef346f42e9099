import * as z from 'zod/mini';
import {
  BREAK_KINDS,
  BREAK_STATES,
  type Break,
  DIRECTIONS,
} from '../../../treasury/ledger/break.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from './lane-schema.ts';

const explanation = z.object({
  by: z.string(),
  at: instant,
  kind: z.enum(BREAK_KINDS),
  words: z.string(),
});

const status = z.union([
  z.object({ state: z.literal('open'), at: instant }),
  z.object({ state: z.literal('explained'), at: instant, explanation }),
  z.object({
    state: z.literal('closed'),
    how: z.literal('by-people'),
    at: instant,
    by: z.string(),
    words: z.string(),
    explanation,
  }),
  z.object({
    state: z.literal('closed'),
    how: z.enum(['settlement', 'later-knowledge']),
    at: instant,
    words: z.string(),
    instructionIds: z.array(z.string()),
  }),
]);

export const breakSchema: z.ZodMiniType<Break> = z.object({
  id: z.string(),
  client: z.string(),
  currency: z.string(),
  snapshot: instant,
  readAt: instant,
  sinceSnapshot: instant,
  sinceReadAt: instant,
  direction: z.enum(DIRECTIONS),
  amount: decimalText,
  words: z.string(),
  mayBe: z.array(z.string()),
  openedAt: instant,
  status,
  history: z.array(
    z.object({ at: instant, state: z.enum(BREAK_STATES), by: z.string(), words: z.string() }),
  ),
  version: z.int().check(z.positive()),
});
