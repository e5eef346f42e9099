import { formatQuery, snapshotsQuery } from '../../../contract/reports.ts';
import { pageOf, snapshot, snapshotTaken } from '../answers.ts';
import type { Operation } from '../operation.ts';

const CSV = ['text/csv'];

export const REPORTS: Readonly<Record<string, Operation>> = {
  'GET /v1/snapshots/latest': {
    query: formatQuery,
    answers: {
      200: { description: 'The latest that was taken', schema: snapshotTaken, also: CSV },
    },
    problems: [],
  },
  'GET /v1/snapshots': {
    query: snapshotsQuery,
    answers: {
      200: {
        description: 'Newest first; with `at` the last that was taken by then, or none',
        schema: pageOf(snapshot),
        also: CSV,
      },
    },
    problems: [],
  },
};
