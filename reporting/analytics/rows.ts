import type { Cell, Row } from '../../adapters/analytics/parquet-file.ts';
import { decimalCell } from '../../treasury/analytics/decimal-cell.ts';
import { sayMovement } from '../../treasury/facts/sentences/movement.ts';
import { sayActor } from '../../treasury/facts/sentences/say/say-actor.ts';
import { sayOfBreak } from '../../treasury/facts/sentences/say/say-break.ts';
import { sayNotTaken } from '../../treasury/facts/sentences/say/say-not-read.ts';
import { sayDecided } from '../../treasury/facts/sentences/say/say-waiting.ts';
import { explain } from '../../treasury/facts/sentences/say/show-decision.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import {
  approversOf,
  reached,
  secondsBetween,
} from '../../treasury/instructions/instruction-times.ts';
import {
  type Break,
  closedBy,
  explanationOf,
  matchOf,
  type NamedBy,
  namedBy,
  severityOf,
} from '../../treasury/ledger/break.ts';
import type { Flow, FlowMovement } from '../../treasury/ledger/flow.ts';
import { type PolicyChange, subjectName, subjectOf } from '../../treasury/ledger/policy-change.ts';
import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import { rateText } from '../../treasury/policy/used-rate.ts';
import type { ReportRate } from '../../treasury/report-values/report-rate.ts';
import { type Worth, worthOf } from '../../treasury/report-values/report-values.ts';
import { withRates } from '../../treasury/report-values/series-with-rates.ts';
import { isWhole, pointsOf, TOTAL } from '../../treasury/series/series.ts';
import type { Snapshot, SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { factsOf } from '../../treasury/statements/instruction-facts.ts';
import { type Balance, statedIn } from '../../treasury/valuation/balance.ts';
import { valueAtShown } from '../../treasury/valuation/price-path.ts';
import {
  ANALYTICS_TABLES,
  type AnalyticsTable,
  DECIMAL_DIGITS,
  DECIMAL_SCALE,
  decimalOfAmount,
} from './tables.ts';

const ROOM = { digits: DECIMAL_DIGITS, scale: DECIMAL_SCALE };

/** The content of a row; the decimals beside its amounts follow from them. */
type Said = Readonly<Record<string, Cell>>;

/** A snapshot as its rows, valued as reports value it: one of each currency that it states, or the one of a miss. */
export function snapshotRows(snapshot: Snapshot, rates: readonly ReportRate[]): readonly Row[] {
  if (snapshot.kind === 'missed') {
    const { scheduledFor, kind, missedAt, code, why } = snapshot;
    const said = { tick: scheduledFor, kind, taken_at: missedAt };
    return [rowOf('snapshots', { ...said, missed_because: `${code}: ${sayNotTaken(why)}` })];
  }
  const source = withRates(snapshot, rates);
  const point = pointsOf(source).get(TOTAL);
  const total = point === undefined || !isWhole(point) ? null : point.amount;
  return statedIn(snapshot.balances).map((held) => holdingRow(source, held, total));
}

function holdingRow(
  { scheduledFor, kind, takenAt, valuation }: ReturnType<typeof withRates>,
  [currency, balance]: readonly [string, Balance],
  totalValue: string | null,
): Row {
  // A currency may have the name of a property that every object has.
  const valued = Object.hasOwn(valuation.values, currency) ? valuation.values[currency] : undefined;
  return rowOf('snapshots', {
    tick: scheduledFor,
    kind,
    taken_at: takenAt,
    currency,
    total: balance.total,
    available: balance.available ?? null,
    price: valued?.price ?? null,
    price_path: valued?.path ?? null,
    price_instruments: valued?.instruments.join(' ') ?? null,
    value: valued?.value ?? null,
    manual_rate: valued?.manualRate === undefined ? null : rateText(valued.manualRate),
    reporting_currency: valuation.reportingCurrency,
    total_value: totalValue,
  });
}

/** What values a flow that had no price then: the snapshot that shows it, and the manual rates. */
export interface FlowValuing {
  /** Null: it has expired, or is not needed. */
  readonly snapshot: SnapshotTaken | null;
  readonly rates: readonly ReportRate[];
}

/**
 * A flow as its rows: one of each movement, and one of the remaining difference. A difference that people or a
 * matching rule have explained is no longer unexplained, here as in the statement.
 */
export function flowRows(flow: Flow, found: Break | null, valuing: FlowValuing): readonly Row[] {
  const moved = flow.movements.map((movement) => flowRow(flow, saidOf(movement), valuing));
  if (flow.unexplained === '0') return moved;
  const difference = { moved_at: flow.readAt, amount: flow.unexplained, in_flight: false };
  const named = found === null ? null : namedBy(found);
  const said = { ...difference, ...differenceSaid(flow, found, named) };
  return [...moved, flowRow(flow, said, valuing)];
}

function differenceSaid(flow: Flow, found: Break | null, named: NamedBy | null): Said {
  const match = found === null ? null : matchOf(found);
  const known = {
    break_id: found?.id ?? null,
    break_state: found?.status.state ?? null,
    class: match?.label ?? null,
    matching_rule_id: match?.ruleId ?? null,
  };
  if (named === null) {
    return {
      ...known,
      kind: 'unexplained',
      description: 'Nothing that Sluice knows accounts for it',
    };
  }
  return {
    ...known,
    kind: flow.unexplained.startsWith('-') ? 'outflow' : 'inflow',
    asked_by: named.by,
    approved_by: closedBy(found).join('; '),
    description: sayMovement(named.about),
  };
}

function saidOf(movement: FlowMovement): Said & { readonly amount: string } {
  return {
    kind: movement.kind,
    instruction_id: movement.instructionId,
    moved_at: movement.at,
    amount: movement.amount,
    asked_by: sayActor(movement.askedBy),
    approved_by: movement.approvedBy.map((each) => sayActor(each)).join('; '),
    in_flight: movement.inFlight === true,
    description: sayMovement(movement.about),
    reference: movement.reference ?? null,
    withdrawal_account_id: movement.withdrawalAccountId ?? null,
  };
}

function flowRow(flow: Flow, said: Said & { readonly amount: string }, valuing: FlowValuing): Row {
  const { price, value, manualRate } = worthOfMoved(flow, said.amount, valuing);
  return rowOf('flows', {
    tick: flow.snapshot,
    read_at: flow.readAt,
    since_tick: flow.sinceSnapshot,
    since_read_at: flow.sinceReadAt,
    currency: flow.currency,
    price,
    value,
    manual_rate: manualRate === undefined ? null : rateText(manualRate),
    reporting_currency: flow.reportingCurrency,
    opening: flow.opening,
    closing: flow.closing,
    ...said,
  });
}

/** As a statement values its lines: the price on record, or a manual rate where there was none. */
function worthOfMoved(
  { currency, price, reportingCurrency }: Flow,
  amount: string,
  { snapshot, rates }: FlowValuing,
): Pick<Partial<Worth>, 'manualRate'> & Record<'price' | 'value', string | null> {
  if (price !== null) return { price, value: valueAtShown(amount, price) };
  const found =
    snapshot === null ? null : worthOf(snapshot, { currency, amount }, reportingCurrency, rates);
  return found?.manualRate === undefined ? { price, value: null } : found;
}

export function decisionRow({ snapshot, decision, instructionId }: StoredDecision): Row {
  const swept = decision.outcome === 'sweep' ? decision : null;
  const held = decision.outcome === 'no-sweep' ? decision : null;
  return rowOf('decisions', {
    tick: snapshot,
    rule_id: decision.ruleId,
    rule_version: decision.ruleVersion,
    currency: decision.currency,
    withdrawal_account_id: decision.withdrawalAccountId ?? null,
    ...partColumns(decision),
    decided_at: decision.decidedAt,
    occurrence: decision.occurrence,
    consumes_occurrence: decision.consumesOccurrence,
    outcome: decision.outcome,
    reason: held?.reason ?? null,
    amount: swept?.amount ?? null,
    would_sweep: held?.wouldSweep ?? null,
    needs_approval: swept?.needsApproval ?? null,
    instruction_id: instructionId ?? null,
    failed_limits: decision.checks
      .filter(({ holds }) => !holds)
      .map(({ fact }) => fact.limit)
      .join(' '),
    explanation: explain(decision),
  });
}

/** Lists of the same order, since a row is one decision: to sum by account, take the table of instructions. */
function partColumns({ parts = [] }: StoredDecision['decision']) {
  const listed = (values: readonly (string | undefined)[]) =>
    values.length === 0 || values.includes(undefined) ? null : values.join(' ');
  return {
    part_account_ids: listed(parts.map((part) => part.withdrawalAccountId)),
    part_amounts: listed(parts.map(({ amount }) => amount)),
    part_instruction_ids: listed(parts.map(({ instructionId }) => instructionId)),
  };
}

export function breakRow(found: Break): Row {
  const { status } = found;
  const named = namedBy(found);
  const match = matchOf(found);
  const closed = status.state === 'closed' ? status : null;
  return rowOf('breaks', {
    tick: found.snapshot,
    break_id: found.id,
    currency: found.currency,
    direction: found.direction,
    severity: severityOf(found),
    amount: found.amount,
    state: status.state,
    kind: named?.kind ?? null,
    class: match?.label ?? null,
    matching_rule_id: match?.ruleId ?? null,
    explained_by: named?.by ?? null,
    explained_at: match === null ? (explanationOf(found)?.at ?? null) : status.at,
    explanation: named?.comment ?? null,
    closed_by: closed === null ? null : closed.how === 'by-people' ? closed.by : closed.how,
    closed_at: closed?.at ?? null,
    opened_at: found.openedAt,
    message: sayOfBreak(found, found.found),
  });
}

export function instructionRow(instruction: Instruction): Row {
  const { id, origin, content, createdAt, status, value } = instruction;
  const { withdrawalAccountId, accountLabel, ruleId, serviceIds } = factsOf(instruction);
  const approvers = approversOf(instruction).map((each) => sayActor(each));
  const split = origin.kind === 'sweep' ? origin.split : undefined;
  const [approvedAt, confirmedAt] = [
    reached(instruction, 'approved'),
    reached(instruction, 'confirmed'),
  ];
  const trade = content.kind === 'trade' ? content : null;
  return rowOf('instructions', {
    created_at: createdAt,
    instruction_id: id,
    kind: content.kind,
    origin: origin.kind,
    rule_id: ruleId,
    requested_by: origin.kind === 'request' ? origin.requestedBy : null,
    currency: content.kind === 'withdrawal' ? content.currency : null,
    instrument: trade?.instrument ?? null,
    side: trade?.side ?? null,
    amount: content.amount,
    price: trade?.price ?? null,
    value: value?.amount ?? null,
    value_currency: value?.currency ?? null,
    withdrawal_account_id: withdrawalAccountId,
    part: split?.part ?? null,
    parts: split?.of ?? null,
    run_amount: split?.total ?? null,
    account_label: accountLabel,
    state: status.state,
    state_at: status.at,
    approved_by: approvers.join('; '),
    approvals: approvers.length,
    approved_at: approvedAt,
    sent_at: reached(instruction, 'sending'),
    confirmed_at: confirmedAt,
    seconds_to_approval: secondsBetween(createdAt, approvedAt),
    seconds_to_confirmation: secondsBetween(createdAt, confirmedAt),
    service_ids: serviceIds.join('; '),
    reference: content.reference ?? null,
  });
}

export function changeRow(change: PolicyChange): Row {
  const { id, kind, baseVersion, madeBy, madeAt, expiresAt, comment, status, resumption } = change;
  const decided = status.state === 'proposed' ? null : status;
  return rowOf('changes', {
    proposed_at: madeAt,
    change_id: id,
    kind,
    subject: subjectName(subjectOf(change)),
    base_version: baseVersion,
    proposed_by: madeBy,
    comment: comment ?? null,
    ends_halt: resumption !== undefined,
    state: status.state,
    expires_at: expiresAt,
    decided_by: decided?.by ?? null,
    decided_at: decided?.at ?? null,
    decision_comment: decided === null ? null : sayDecided(decided),
    seconds_to_decision: secondsBetween(madeAt, decided?.at ?? null),
  });
}

/** Of each table: its columns that are not computed, and its amounts with the decimals beside them. */
const SHAPES = Object.fromEntries(
  Object.entries(ANALYTICS_TABLES).map(([table, columns]) => {
    const said = columns.filter(({ type }) => type !== 'decimal').map(({ name }) => name);
    const names = new Set<string>(columns.map(({ name }) => name));
    const amounts = said.filter((name) => names.has(decimalOfAmount(name)));
    return [
      table,
      { said, amounts: amounts.map((name) => [name, decimalOfAmount(name)] as const) },
    ];
  }),
);

/** Every column of the table: an absent value is null, and beside each amount stands its decimal. */
function rowOf(table: AnalyticsTable, said: Said): Row {
  const shape = SHAPES[table];
  if (shape === undefined) throw new Error(`there is no table ${table}`);
  const row: Record<string, Cell> = {};
  let rounded = false;
  for (const name of shape.said) row[name] = said[name] ?? null;
  for (const [name, decimal] of shape.amounts) {
    const exact = said[name];
    const cell = typeof exact === 'string' ? decimalCell(exact, ROOM) : null;
    row[decimal] = cell?.unscaled ?? null;
    rounded ||= cell?.exact === false;
  }
  return Object.assign(row, { rounded });
}
