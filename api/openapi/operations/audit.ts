import * as z from 'zod/mini';
import { besideIds } from '../names-response.ts';
import type { Documented } from '../operation.ts';
import { namedPageOf, pageWith } from '../page-responses.ts';
import { auditEntry, denials, feedEvent, sequence, verification } from '../response-schemas.ts';

const eventPage = z
  .object({ ...namedPageOf(feedEvent).shape, position: z.nullable(sequence) })
  .register(z.globalRegistry, { id: 'EventPage' });

export const AUDIT = {
  'GET /v1/events': {
    answers: {
      200: {
        description:
          'Oldest first. `position` is the place up to which the feed was looked through: ask `after` it next, also if `items` is empty',
        schema: eventPage,
      },
    },
    problems: ['events-expired'],
  },
  'GET /v1/audit': {
    answers: {
      200: {
        description:
          'Entries, newest first. As CSV, the cursors stand in the headers X-Next-Cursor and X-Previous-Cursor',
        schema: pageWith(
          { ...besideIds, said: z.record(z.string(), z.array(z.string())) },
          auditEntry,
        ),
        also: ['text/csv'],
      },
    },
    problems: [],
  },
  'GET /v1/audit/denials': {
    answers: { 200: { description: 'Newest hour first', schema: namedPageOf(denials) } },
    problems: [],
  },
  'GET /v1/audit/verification': {
    answers: { 200: { description: 'What became of following the chain', schema: verification } },
    problems: [],
  },
} as const satisfies Readonly<Record<string, Documented>>;
