import { type HttpResponse, json, ProblemError, problem } from '../../api/problems/problem.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import { rateText } from '../../treasury/report-values/used-rate.ts';
import { hasBegun } from '../../treasury/statements/month.ts';
import type { StatementMovement } from '../../treasury/statements/statement.ts';
import type { StatementOfMonth } from '../../treasury/statements/statement-of-month.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { FILL_COLUMNS, fillCells } from '../formats/fill-cells.ts';
import { csv } from '../responses/csv.ts';

const COLUMNS = [
  'currency',
  'line',
  'at',
  'snapshot',
  'amount',
  'price',
  'value',
  'instructionId',
  'askedBy',
  'approvedBy',
  'description',
  'reference',
  'withdrawalAccountId',
  'class',
] as const;

type Marked = Pick<StatementMovement, 'manualRate' | 'valuedBy' | 'unvaluedBecause' | 'fill'>;

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

/**
 * A month's statement with later knowledge; of one currency on request, while totals and digest stay those of the
 * whole. As CSV its lines alone, with the state in a header.
 */
export function statementResponse(
  { state, statement, freezesAt, later }: StatementOfMonth,
  { currency, format }: { readonly currency?: string; readonly format: PageFormat },
): HttpResponse {
  const isAsked = (each: { readonly currency: string }) =>
    currency === undefined || each.currency === currency;
  const currencies = statement.currencies.filter(isAsked);
  const known = later.filter(isAsked);
  if (format === 'json') {
    return json(200, { state, freezesAt, later: known, statement: { ...statement, currencies } });
  }
  // The column stands only where a manual rate is in a value.
  const isMarked = statement.manualRates !== undefined;
  const isOther = statement.recordedIn !== undefined;
  const isFilled = statement.fills !== undefined;
  const markOf = (line: Marked): readonly string[] => [
    ...(isFilled ? fillCells(line.fill) : []),
    ...valueMarks(line),
  ];
  const valueMarks = ({ manualRate, valuedBy, unvaluedBecause }: Marked): readonly string[] => [
    ...(isMarked ? [manualRate === undefined ? '' : rateText(manualRate)] : []),
    ...(isOther
      ? [valuedBy?.path ?? '', valuedBy?.instruments.join(' ') ?? '', unvaluedBecause ?? '']
      : []),
  ];
  const rows = currencies.flatMap(
    ({ currency: name, opening, movements, closing, revaluation, reconciling }) => [
      balanceRow(name, 'opening', opening, markOf(opening)),
      ...movements.map((each) => [
        name,
        each.kind,
        each.at,
        each.snapshot,
        each.amount,
        each.price ?? '',
        each.value ?? '',
        each.instructionId ?? '',
        each.askedBy ?? '',
        each.approvedBy.join('; '),
        each.description ?? '',
        each.reference ?? '',
        each.withdrawalAccountId ?? '',
        each.explanation?.class ?? '',
        ...markOf(each),
      ]),
      [
        name,
        reconciling?.kind ?? 'revaluation',
        closing.readAt,
        '',
        '',
        '',
        reconciling?.value ?? revaluation ?? '',
        ...NO_LABELS,
        ...markOf({}),
      ],
      balanceRow(name, 'closing', closing, markOf(closing)),
    ],
  );
  const columns = [
    ...COLUMNS,
    ...(isFilled ? FILL_COLUMNS.map(({ key }) => key) : []),
    ...(isMarked ? ['manualRate'] : []),
    ...(isOther ? ['path', 'instruments', 'unvaluedBecause'] : []),
  ];
  return csv([columns, ...rows], {
    'x-statement-state': state,
    'x-statement-restatement': String(known.length),
  });
}

/** The columns behind the value, of lines that are no movement. */
const NO_LABELS = COLUMNS.slice(COLUMNS.indexOf('value') + 1).map(() => '');

function balanceRow(
  currency: string,
  line: string,
  balance: StatementOfMonth['statement']['currencies'][number]['opening'],
  mark: readonly string[],
): readonly string[] {
  const { readAt, snapshot, amount, price, value } = balance;
  return [
    currency,
    line,
    readAt,
    snapshot,
    amount,
    price ?? '',
    value ?? '',
    ...NO_LABELS,
    ...mark,
  ];
}
