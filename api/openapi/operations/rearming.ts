import * as z from 'zod/mini';
import { rearmingSchema } from '../../../treasury/ledger/rearming.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { unreadablePieces } from '../front-page-responses.ts';
import { besideIds } from '../names-response.ts';
import type { Documented } from '../operation.ts';

const rearming = z.extend(rearmingSchema, besideIds).register(z.globalRegistry, { id: 'Rearming' });

const rearmingView = z
  .object({
    rearmable: z.array(z.string()),
    notYet: z.array(z.object({ currency: z.string(), why: z.string() })),
    paidForEver: z.array(
      z.object({ accountId: z.string(), currency: z.string(), amount: decimalText }),
    ),
    unreadable: z.exactOptional(unreadablePieces),
    digest: z.string(),
    said: z.nullable(rearming),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'RearmingView' });

const EXAMPLE = {
  unbooked: { BTC: '0.5', USD: '0' },
  comment: 'compared with the list of withdrawals of the service, up to row 81',
};

export const REARMING = {
  'GET /v1/lanes/rearm': {
    answers: {
      200: {
        description: 'What can be armed, and what not yet',
        schema: rearmingView,
        headers: ['ETag'],
      },
    },
    problems: [],
  },
  'POST /v1/lanes/rearm': {
    example: EXAMPLE,
    answers: {
      200: { description: 'A second person said the same: armed', schema: rearming },
      202: {
        description: 'Another person has to say the same, amounts included',
        schema: rearming,
      },
    },
    problems: [
      'contended',
      'nothing-to-arm',
      'rearming-changed',
      'amounts-incomplete',
      'not-halted',
      'seals-unavailable',
    ],
  },
} as const satisfies Readonly<Record<string, Documented>>;
