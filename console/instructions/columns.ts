import type { InstructionList } from '../approving/instruction.ts';

/** Columns that a list can have, and whether it has them unless a person chose otherwise. */
const COLUMNS = {
  withdrawals: {
    amount: { text: 'Amount', isUsual: true },
    destination: { text: 'To', isUsual: true },
    state: { text: 'State', isUsual: true },
    askedBy: { text: 'Asked for by', isUsual: true },
    createdAt: { text: 'Recorded', isUsual: true },
    changedAt: { text: 'Last change', isUsual: false },
    value: { text: 'Worth', isUsual: true },
    reference: { text: 'Reference', isUsual: false },
    approvedBy: { text: 'Approved by', isUsual: false },
    serviceId: { text: 'Id at the service', isUsual: false },
    id: { text: 'Id', isUsual: false },
  },
  trades: {
    amount: { text: 'Amount', isUsual: true },
    instrument: { text: 'Instrument', isUsual: true },
    price: { text: 'Limit', isUsual: true },
    state: { text: 'State', isUsual: true },
    executed: { text: 'Executed', isUsual: true },
    fillPrice: { text: 'Filled at', isUsual: true },
    slippage: { text: 'Slippage', isUsual: false },
    fees: { text: 'Fees', isUsual: false },
    askedBy: { text: 'Asked for by', isUsual: true },
    createdAt: { text: 'Recorded', isUsual: true },
    changedAt: { text: 'Last change', isUsual: false },
    reference: { text: 'Reference', isUsual: false },
    approvedBy: { text: 'Approved by', isUsual: false },
    serviceId: { text: 'Id at the service', isUsual: false },
    id: { text: 'Id', isUsual: false },
  },
} as const satisfies Readonly<Record<InstructionList, Readonly<Record<string, ColumnChoice>>>>;

interface ColumnChoice {
  readonly text: string;
  readonly isUsual: boolean;
}

export type ColumnName = keyof (typeof COLUMNS)['withdrawals'] | keyof (typeof COLUMNS)['trades'];

/** Every column of a list, in its order. */
export function columnsOf(
  list: InstructionList,
): readonly { readonly name: ColumnName; readonly text: string }[] {
  return entriesOf(list).map(([name, { text }]) => ({ name, text }));
}

function entriesOf(list: InstructionList): readonly (readonly [ColumnName, ColumnChoice])[] {
  return Object.entries(COLUMNS[list]) as readonly (readonly [ColumnName, ColumnChoice])[];
}

/** What stands in the address; the usual ones where nothing does. The first column is the link, and always there. */
export function chosenColumns(list: InstructionList, text: string | null): readonly ColumnName[] {
  const wanted = text === null ? null : new Set(text.split(','));
  return entriesOf(list)
    .filter(
      ([name, { isUsual }], index) => index === 0 || (wanted === null ? isUsual : wanted.has(name)),
    )
    .map(([name]) => name);
}

/** For the address; null for the usual ones, which need no mention. */
export function columnsText(list: InstructionList, chosen: readonly ColumnName[]): string | null {
  const usual = chosenColumns(list, null);
  const isUsual = usual.length === chosen.length && usual.every((each) => chosen.includes(each));
  return isUsual ? null : chosen.join(',');
}
