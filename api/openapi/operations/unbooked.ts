import * as z from 'zod/mini';
import { UNBOOKED_OUTCOMES } from '../../../treasury/booking/booking.ts';
import { unbookedSchema } from '../../../treasury/ledger/unbooked-conclusion.ts';
import { decimalText } from '../../../treasury/money/decimal-text.ts';
import { instant } from '../../../treasury/time/instant-schema.ts';
import { besideIds } from '../names-response.ts';
import type { Documented } from '../operation.ts';
import { unbookedPart } from '../response-schemas.ts';

const [, notExecuted] = unbookedSchema.def.options;
const { entries, budget } = notExecuted.shape;

const conclusion = z
  .extend(z.omit(notExecuted, { tenant: true, seal: true }), {
    outcome: z.enum(UNBOOKED_OUTCOMES),
    budget: z.exactOptional(budget),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'UnbookedConclusion' });

const unbooked = z
  .object({
    currency: z.string(),
    amount: decimalText,
    entries,
    parts: z.array(unbookedPart),
    since: z.nullable(instant),
    overdue: z.nullable(
      z.object({ amount: decimalText, since: instant, instructionIds: z.array(z.string()) }),
    ),
    concludableFrom: z.nullable(instant),
    digest: z.string(),
  })
  .register(z.globalRegistry, { id: 'Unbooked' });

const view = z
  .object({
    currency: z.string(),
    unbooked: z.nullable(unbooked),
    said: z.nullable(conclusion),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'UnbookedView' });

const EXAMPLE = {
  outcome: 'not-executed',
  budget: 'keep',
  comment: "the service's list of withdrawals of 5 January does not have it",
};

export const UNBOOKED = {
  'GET /v1/lanes/{currency}/unbooked': {
    answers: { 200: { description: 'What no balance shows yet', schema: view, headers: ['ETag'] } },
    problems: [],
  },
  'POST /v1/lanes/{currency}/unbooked/conclude': {
    example: EXAMPLE,
    answers: {
      200: { description: 'A second person agreed: concluded', schema: conclusion },
      202: { description: 'Another person has to say the same', schema: conclusion },
    },
    problems: [
      'contended',
      'nothing-unbooked',
      'lane-busy',
      'in-quarantine',
      'no-later-balance',
      'reading-differs',
      'reading-forged',
      'unbooked-changed',
      'proposal-differs',
      'seals-unavailable',
    ],
  },
} as const satisfies Readonly<Record<string, Documented>>;
