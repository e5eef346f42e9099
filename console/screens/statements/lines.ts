import type { components } from '@sluice/client';
import { sumOf } from '../../display/amounts.ts';

export type StatementOfMonth = components['schemas']['StatementOfMonth'];
export type CurrencyStatement = StatementOfMonth['statement']['currencies'][number];
export type StatementMovement = CurrencyStatement['movements'][number];
export type Names = components['schemas']['Names'];

/** A line of a currency, from its opening to its closing; amounts add up down the column. */
export interface StatementLine {
  readonly key: string;
  readonly kind:
    | 'opening'
    | StatementMovement['kind']
    | 'revaluation'
    | NonNullable<CurrencyStatement['reconciling']>['kind']
    | 'closing';
  readonly at: string | null;
  /** Absent for a revaluation, which moves no balance. */
  readonly amount: string | null;
  readonly balance: string | null;
  readonly value: string | null;
  /** Whether the value is that of a balance and no movement. */
  readonly isBalance: boolean;
  readonly description: string | null;
  readonly reference: string | null;
  readonly instructionId: string | null;
  readonly people: readonly string[];
  /** How a trade was filled. */
  readonly fill: NonNullable<StatementMovement['fill']> | null;
}

const NOTHING_SAID = {
  description: null,
  reference: null,
  instructionId: null,
  people: [],
  fill: null,
} as const;

/** Opening, each movement with the balance after it, revaluation, closing: the lines of the exported file. */
export function linesOf(
  { opening, movements, revaluation, reconciling, closing }: CurrencyStatement,
  names?: Names,
): readonly StatementLine[] {
  let balance = opening.amount;
  const moved = movements.map((movement, index): StatementLine => {
    balance = sumOf([balance, movement.amount]);
    return lineOf(movement, index, balance, names);
  });
  return [
    {
      ...{ key: 'opening', kind: 'opening', at: opening.readAt, amount: opening.amount },
      ...{ balance: opening.amount, value: opening.value, isBalance: true, ...NOTHING_SAID },
    },
    ...moved,
    {
      ...{ key: 'revaluation', kind: reconciling?.kind ?? 'revaluation', at: null },
      ...{ amount: null, balance: null, value: reconciling?.value ?? revaluation },
      ...{ isBalance: false, ...NOTHING_SAID },
    },
    {
      ...{ key: 'closing', kind: 'closing', at: closing.readAt, amount: closing.amount },
      ...{ balance: closing.amount, value: closing.value, isBalance: true, ...NOTHING_SAID },
    },
  ];
}

function lineOf(
  movement: StatementMovement,
  index: number,
  balance: string,
  names: Names | undefined,
): StatementLine {
  const { kind, at, amount, value, description, reference, instructionId } = movement;
  const people = [movement.askedBy, ...movement.approvedBy].filter((person) => person !== null);
  return {
    key: `${index} ${at}`,
    ...{ kind, at, amount, balance, value, isBalance: false },
    description,
    reference: reference ?? null,
    instructionId,
    fill: movement.fill ?? null,
    people: [...new Set(people)].map((person) => names?.people[person] ?? person),
  };
}

/** What the movements of a currency come to. */
export function movedOf({ movements }: CurrencyStatement): string {
  return sumOf(movements.map(({ amount }) => amount));
}
