import type { FlowWithBreak } from '../../adapters/store/flows.ts';
import {
  type HttpResponse,
  json,
  type SaidResponse,
  saidJson,
} from '../../api/problems/problem.ts';
import { cursorHeaders, type List, mapped } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import { showBreak } from '../../treasury/breaks/show-break.ts';
import { sayMovement } from '../../treasury/facts/sentences/movement.ts';
import { sayOfBreak } from '../../treasury/facts/sentences/say/say-break.ts';
import {
  type Break,
  explanationOf,
  matchOf,
  namedBy,
  severityOf,
} from '../../treasury/ledger/break.ts';
import type { MovementFill } from '../../treasury/ledger/movement-fill.ts';
import { peopleOf, showMovement } from '../../treasury/statements/shown-movement.ts';
import { FILL_COLUMNS, fillCells } from '../formats/fill-cells.ts';
import { csv } from '../responses/csv.ts';

export const FLOW_COLUMNS = [
  'snapshot',
  'currency',
  'line',
  'at',
  'amount',
  'instructionId',
  'askedBy',
  'approvedBy',
  'description',
  'price',
  'reportingCurrency',
  'reference',
  'withdrawalAccountId',
  ...FILL_COLUMNS.map(({ key }) => key),
] as const;

/** A page of flows; as CSV a row of each opening, movement, unexplained amount and closing. */
export function flowsResponse(page: List<FlowWithBreak>, format: PageFormat): HttpResponse {
  if (format === 'json') return json(200, mapped(page, flowView));
  return csv([FLOW_COLUMNS, ...page.items.flatMap(flowRows)], cursorHeaders(page));
}

/** A flow without the fields that only the store needs; with the explanation of what no instruction accounts for. */
function flowView({ flow, found }: FlowWithBreak): object {
  const { tenant: _client, version: _version, ...rest } = flow;
  const shown = { ...rest, movements: rest.movements.map(showMovement) };
  return found === null ? shown : { ...shown, difference: differenceOf(found) };
}

function differenceOf(found: Break): object {
  const { id: breakId, status } = found;
  const named = namedBy(found);
  const match = matchOf(found);
  return {
    breakId,
    state: status.state,
    ...(named === null ? {} : { kind: named.kind, by: named.by, comment: named.comment }),
    ...(match === null ? {} : { class: match.label }),
  };
}

interface Labels {
  readonly reference?: string;
  readonly withdrawalAccountId?: string;
  readonly fill?: MovementFill;
}

export function flowRows({ flow, found }: FlowWithBreak): readonly (readonly string[])[] {
  const named = found === null ? null : namedBy(found);
  const said = named === null ? [] : ['', named.by, '', sayMovement(named.about)];
  const { snapshot, currency, sinceReadAt, readAt, opening, closing, unexplained } = flow;
  const row = (
    line: string,
    at: string,
    amount: string,
    more: readonly string[] = [],
    { reference = '', withdrawalAccountId = '', fill }: Labels = {},
  ) => [
    snapshot,
    currency,
    line,
    at,
    amount,
    ...(more.length === 0 ? ['', '', '', ''] : more),
    flow.price ?? '',
    flow.reportingCurrency,
    reference,
    withdrawalAccountId,
    ...fillCells(fill),
  ];
  return [
    row('opening', sinceReadAt, opening),
    ...flow.movements.map((each) => {
      const { kind, instructionId, about } = each;
      const { askedBy, approvedBy } = peopleOf(each);
      const more = [instructionId, askedBy ?? '', approvedBy.join('; '), sayMovement(about)];
      return row(kind, each.at, each.amount, more, each);
    }),
    ...(unexplained === '0' ? [] : [row('unexplained', readAt, unexplained, said)]),
    row('closing', readAt, closing),
  ];
}

export const BREAK_COLUMNS = [
  'id',
  'snapshot',
  'currency',
  'state',
  'severity',
  'direction',
  'amount',
  'openedAt',
  'kind',
  'explainedBy',
  'explanation',
  'closedBy',
  'closedAt',
  'message',
  'class',
  'matchingRuleId',
  'explainedAt',
] as const;

export function breaksResponse(page: List<Break>, format: PageFormat): HttpResponse | SaidResponse {
  if (format === 'json') {
    return saidJson(200, (reader) => mapped(page, (each) => showBreak(each, reader)));
  }
  return csv([BREAK_COLUMNS, ...page.items.map(breakRow)], cursorHeaders(page));
}

export function breakRow(each: Break): readonly string[] {
  const { id, snapshot, currency, status, direction, amount, openedAt } = each;
  const named = namedBy(each);
  const closed = status.state === 'closed' ? status : null;
  const match = matchOf(each);
  return [
    id,
    snapshot,
    currency,
    status.state,
    severityOf(each),
    direction,
    amount,
    openedAt,
    named?.kind ?? '',
    named?.by ?? '',
    named?.comment ?? '',
    closed === null ? '' : closed.how === 'by-people' ? closed.by : closed.how,
    closed?.at ?? '',
    sayOfBreak(each, each.found),
    match?.label ?? '',
    match?.ruleId ?? '',
    match === null ? (explanationOf(each)?.at ?? '') : status.at,
  ];
}
