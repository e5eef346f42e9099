import { auditQuery, denialsQuery, verificationQuery } from '../../routes/queries.ts';
import type { Operation } from '../operation.ts';
import { auditEntry, denials, pageOf, verification } from '../response-schemas.ts';

export const AUDIT: Readonly<Record<string, Operation>> = {
  'GET /v1/audit': {
    query: auditQuery,
    answers: {
      200: {
        description: 'Entries, newest first. As CSV, the cursor stands in the header X-Next-Cursor',
        schema: pageOf(auditEntry),
        also: ['text/csv'],
      },
    },
    problems: [],
  },
  'GET /v1/audit/denials': {
    query: denialsQuery,
    answers: { 200: { description: 'Newest hour first', schema: pageOf(denials) } },
    problems: [],
  },
  'GET /v1/audit/verification': {
    query: verificationQuery,
    answers: { 200: { description: 'What became of following the chain', schema: verification } },
    problems: [],
  },
};
