import type { FullExportFormat } from '../../adapters/exports/export-format.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import type { CamtAccount } from '../formats/camt053/account.ts';
import { renderCsv } from '../formats/csv.ts';
import { renderJson } from '../formats/json.ts';
import { partOf, type Report } from '../formats/report.ts';

/** A report with all its rows; of a statement also the statement itself, for the ERP. */
export interface Exportable {
  readonly report: Report;
  readonly statement?: Statement;
  /** Which statement of the month the file for the ERP is; absent: the valued one. */
  readonly account?: CamtAccount;
}

export interface RenderingRequest {
  readonly format: FullExportFormat;
  readonly part?: string | undefined;
}

/** camt.053 of a report that is no statement. */
export class NotAStatementError extends Error {
  override readonly name = 'NotAStatementError';
}

/** A report in a format, piece by piece. @throws FormatLimitError, NotAStatementError */
export async function* renderExport(
  { report, statement, account }: Exportable,
  { format, part }: RenderingRequest,
): AsyncGenerator<Buffer> {
  switch (format) {
    case 'json': {
      const chosen = part === undefined ? report : { ...report, parts: [partOf(report, part)] };
      for await (const text of renderJson(chosen)) yield Buffer.from(text);
      return;
    }
    case 'csv':
      for await (const text of renderCsv(partOf(report, part))) yield Buffer.from(text);
      return;
    case 'xlsx': {
      const { renderXlsx } = await import('../formats/xlsx/render.ts');
      const chosen = part === undefined ? report : { ...report, parts: [partOf(report, part)] };
      yield* renderXlsx(chosen);
      return;
    }
    case 'camt053': {
      if (statement === undefined) throw new NotAStatementError('only a statement has camt.053');
      const { renderCamt053 } = await import('../formats/camt053/render.ts');
      for (const text of renderCamt053(statement, report.generatedAt, account))
        yield Buffer.from(text);
      return;
    }
    default:
      format satisfies never;
  }
}
