import * as z from 'zod/mini';
import type { ProblemCode } from '../../problems/problem-table.ts';
import { fullExportParameters } from '../../routes/exports.ts';
import { exportResponse } from '../export-response.ts';
import type { Operation } from '../operation.ts';

const CELL = z.union([z.string(), z.number(), z.null()]);

/** All rows of a report in one JSON document. */
const fullReport = z
  .object({
    name: z.string(),
    tenant: z.string(),
    generatedAt: z.string(),
    parts: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        columns: z.array(z.object({ key: z.string(), title: z.string(), type: z.string() })),
        rows: z.array(z.record(z.string(), CELL)),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'FullReport' });

const CAMT053_PROBLEMS: readonly ProblemCode[] = ['camt053-currency', 'camt053-amount'];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A report of pages that can also be had whole, in one file: with the parameters that ask for it, its
 * types, and what is answered where it is too large. `formats`: those that it has a file in.
 */
export function alsoWhole(operation: Operation, formats: readonly string[]): Operation {
  const { shape } = operation.query as z.ZodMiniObject;
  const page = operation.answers[200];
  if (page === undefined) throw new Error('a report of pages answers with 200');
  const xml = formats.includes('camt053') ? ['application/xml'] : [];
  const query = z.strictObject({
    ...shape,
    format: z._default(z.enum(formats), 'json'),
    whole: fullExportParameters.whole,
    part: fullExportParameters.part,
  });
  return {
    ...operation,
    query,
    answers: {
      ...operation.answers,
      200: {
        ...page,
        schema: z.union([page.schema, fullReport]),
        also: ['text/csv', XLSX, ...xml],
      },
      202: {
        description: 'Too large to be answered: where it will be',
        schema: exportResponse,
        headers: ['Location'],
      },
    },
    problems: [
      ...operation.problems,
      'format-unavailable',
      'xlsx-too-many-rows',
      'xlsx-cell-too-long',
      ...(xml.length === 0 ? [] : CAMT053_PROBLEMS),
    ],
  };
}
