import { pageOfKnown } from '../../adapters/store/known-list.ts';
import type { Page, PageRequest } from '../../adapters/store/pages.ts';
import { type HttpResponse, json, ProblemError, problem } from '../../api/problems/problem.ts';
import { cursorHeaders, type List, mapped } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import { hasBegun } from '../../treasury/statements/month.ts';
import type { Restatement } from '../../treasury/statements/restatement.ts';
import { showMovement } from '../../treasury/statements/shown-movement.ts';
import type { CurrencyStatement, Statement } from '../../treasury/statements/statement.ts';
import {
  linesOf,
  placesOf,
  type RestatedMovement,
  restatedMovements,
  type StatementLine,
} from '../../treasury/statements/statement-lines.ts';
import type { StatementOfMonth } from '../../treasury/statements/statement-of-month.ts';
import { restatementSummary, summaryOf } from '../../treasury/statements/statement-summary.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { cellOf } from '../formats/cells.ts';
import type { Column, Row } from '../formats/report.ts';
import {
  lineColumns,
  lineRow,
  restatedColumns,
  restatedRow,
} from '../formats/statement-line-rows.ts';
import { summaryPart } from '../formats/statement-report.ts';
import { csv } from '../responses/csv.ts';

/** @throws ProblemError for a month that has not begun: the last holdings are no balance of it. */
export function refuseFuture(month: string, timeZone: string, now: Instant): void {
  if (hasBegun(month, timeZone, now)) return;
  throw new ProblemError(
    problem('invalid-query', {
      detail: `The month has not begun in ${timeZone}.`,
      fields: [{ field: 'month', seen: month, accepted: 'a month that has begun' }],
    }),
  );
}

/** A month without its lines: what each currency opened and closed with, and what is known later. */
export function summaryResponse(
  { state, statement, freezesAt, later }: StatementOfMonth,
  format: PageFormat,
): HttpResponse {
  if (format === 'json') {
    const known = later.map(restatementSummary);
    return json(200, { state, freezesAt, later: known, statement: summaryOf(statement) });
  }
  const { columns, rows } = summaryPart(statement);
  return csvOf(columns, [...(rows as Iterable<Row>)], {
    'x-statement-state': state,
    'x-statement-opening': statement.basis.opening,
    'x-statement-restatement': String(later.length),
  });
}

/** Lines of the currencies, as many as a page takes. */
export function pageOfLines(
  currencies: readonly CurrencyStatement[],
  page: PageRequest,
): Page<StatementLine> {
  return pageInPlace(
    currencies.flatMap((each) => [...linesOf(each)]),
    page,
  );
}

export function pageOfRestated(
  later: readonly Restatement[],
  page: PageRequest,
): Page<RestatedMovement> {
  return pageInPlace(restatedMovements(later), page);
}

function pageInPlace<Line extends StatementLine | RestatedMovement>(
  lines: readonly Line[],
  page: PageRequest,
): Page<Line> {
  const places = placesOf(lines);
  return pageOfKnown(lines, (line) => places.get(line) ?? '', page);
}

/** As CSV the rows that the statement's file has. */
export function linesResponse(
  statement: Statement,
  page: List<StatementLine>,
  format: PageFormat,
): HttpResponse {
  if (format === 'json') return json(200, mapped(page, showMovement));
  return csvOf(lineColumns(statement), page.items.map(lineRow), cursorHeaders(page));
}

export function restatedResponse(
  statement: Statement,
  page: List<RestatedMovement>,
  format: PageFormat,
): HttpResponse {
  if (format === 'json') return json(200, mapped(page, showMovement));
  return csvOf(restatedColumns(statement), page.items.map(restatedRow), cursorHeaders(page));
}

function csvOf(
  columns: readonly Column[],
  rows: readonly Row[],
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const cells = rows.map((row) => columns.map((column) => String(cellOf(row, column) ?? '')));
  return csv([columns.map(({ key }) => key), ...cells], headers);
}
