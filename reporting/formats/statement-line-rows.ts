import { rateText } from '../../treasury/policy/used-rate.ts';
import {
  descriptionOf,
  explanationOf,
  peopleOf,
} from '../../treasury/statements/shown-movement.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import type { RestatedMovement, StatementLine } from '../../treasury/statements/statement-lines.ts';
import { FILL_COLUMNS, fillCells } from './fill-cells.ts';
import type { Column, Row } from './report.ts';

const LINES: readonly Column[] = [
  { key: 'currency', title: 'Currency', type: 'text' },
  { key: 'line', title: 'Line', type: 'text' },
  { key: 'at', title: 'At', type: 'instant' },
  { key: 'snapshot', title: 'Snapshot', type: 'instant' },
  { key: 'amount', title: 'Amount', type: 'amount' },
  { key: 'balance', title: 'Balance', type: 'amount' },
  { key: 'price', title: 'Price', type: 'price' },
  { key: 'value', title: 'Value', type: 'value' },
  { key: 'instruction', title: 'Instruction', type: 'text' },
  { key: 'askedBy', title: 'Asked by', type: 'text' },
  { key: 'approvedBy', title: 'Approved by', type: 'text' },
  { key: 'description', title: 'Description', type: 'text' },
  { key: 'reference', title: 'Reference', type: 'text' },
  { key: 'withdrawalAccountId', title: 'Account', type: 'text' },
  { key: 'class', title: 'Class', type: 'text' },
];

/** Only where a manual rate is in a value: it names the rate and its version. */
const MANUAL_RATE: Column = { key: 'manualRate', title: 'Manual rate', type: 'text' };

/** Only in another currency than the recorded one: how each value came about, or why there is none. */
const VALUED_IN: readonly Column[] = [
  { key: 'path', title: 'Path', type: 'text' },
  { key: 'instruments', title: 'Instruments', type: 'text' },
  { key: 'unvaluedBecause', title: 'Unvalued because', type: 'text' },
];

type Marks = Pick<Statement, 'fills' | 'manualRates' | 'recordedIn'>;

/** The columns of a statement's lines: the same on each of its pages and in its file. */
export function lineColumns({ fills, manualRates, recordedIn }: Marks): readonly Column[] {
  return [
    ...LINES,
    ...(fills === undefined ? [] : FILL_COLUMNS),
    ...(manualRates === undefined ? [] : [MANUAL_RATE]),
    ...(recordedIn === undefined ? [] : VALUED_IN),
  ];
}

/** Of movements that no longer run from an opening to a closing: without a balance, and with which of the two they are. */
export function restatedColumns(marks: Marks): readonly Column[] {
  const known: Column = { key: 'known', title: 'Known', type: 'text' };
  return [known, ...lineColumns(marks).filter(({ key }) => key !== 'balance')];
}

export function restatedRow({ known, ...movement }: RestatedMovement): Row {
  return { ...lineRow({ ...movement, balance: null }), known };
}

export function lineRow(line: StatementLine): Row {
  const { currency, kind, at, snapshot, amount, balance, price, value } = line;
  const { askedBy, approvedBy } = peopleOf(line);
  return {
    ...{ currency, line: kind, at, snapshot, amount, balance, price, value },
    instruction: line.instructionId,
    askedBy,
    approvedBy: approvedBy.join(', ') || null,
    description: descriptionOf(line),
    reference: line.reference ?? null,
    withdrawalAccountId: line.withdrawalAccountId ?? null,
    class: explanationOf(line.about)?.class ?? null,
    ...fillRowCells(line),
    ...valuedCells(line),
  };
}

function fillRowCells({ fill }: StatementLine): Row {
  const cells = fillCells(fill);
  return Object.fromEntries(FILL_COLUMNS.map(({ key }, index) => [key, cells[index] || null]));
}

function valuedCells({ manualRate, valuedBy, unvaluedBecause }: StatementLine): Row {
  return {
    manualRate: manualRate === undefined ? null : rateText(manualRate),
    path: valuedBy?.path ?? null,
    instruments: valuedBy?.instruments.join(' ') ?? null,
    unvaluedBecause: unvaluedBecause ?? null,
  };
}
