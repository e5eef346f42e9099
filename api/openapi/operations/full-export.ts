import * as z from 'zod/mini';
import {
  EXPORT_FORMATS,
  type FullExportFormat,
  limitsOf,
} from '../../../adapters/exports/export-format.ts';
import { FILE_PARAMETERS } from '../../routes/exports.ts';
import { exportResponse } from '../export-response.ts';
import type { Operation } from '../operation.ts';

const CELL = z.union([z.string(), z.number(), z.null()]);

/** All rows of a report in one JSON document. */
export const fullReport = z
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

/** The media type of a format, without its parameters. */
function mediaTypeOf(format: FullExportFormat): string {
  return EXPORT_FORMATS[format].contentType.replace(/;.*$/, '');
}

/**
 * A report of pages with a full export, in one file: with the parameters that request it, its types, and the response
 * if it is too large. `formats`: those that it has a file in.
 */
export function alsoWhole(operation: Operation, formats: readonly FullExportFormat[]): Operation {
  const { shape } = operation.query as z.ZodMiniObject;
  const page = operation.answers[200];
  if (page === undefined) throw new Error('a report of pages answers with 200');
  const query = z.strictObject({
    ...shape,
    format: z._default(z.enum(formats), 'json'),
    ...FILE_PARAMETERS,
  });
  return {
    ...operation,
    query,
    answers: {
      ...operation.answers,
      200: {
        ...page,
        schema: page.schema === fullReport ? fullReport : z.union([page.schema, fullReport]),
        also: formats.filter((format) => format !== 'json').map(mediaTypeOf),
      },
      202: {
        description: 'Too large to be answered: where it will be',
        schema: exportResponse,
        headers: ['Location', 'Retry-After'],
      },
    },
    problems: [...operation.problems, 'format-unavailable', ...limitsOf(formats)],
  };
}
