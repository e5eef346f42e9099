import type { components } from '@sluice/client';

export type StatementOfMonth = components['schemas']['StatementOfMonth'];
export type CurrencySummary = StatementOfMonth['statement']['currencies'][number];
export type StatementLine = components['schemas']['StatementLine'];
export type RestatedMovement = components['schemas']['RestatedMovement'];
export type Names = components['schemas']['Names'];

/** Lines with the names of the people in them. */
export interface NamedLines {
  readonly items: readonly StatementLine[];
  readonly names: Names | undefined;
}

/** Lines of a currency beside its movements: opening, revaluation, closing. */
const LINES_BESIDE = 3;

/** Lines on paper at most: some hundred sheets. A longer month is a file. */
const MOST_PRINTED_LINES = 5_000;

/** Whether every line of a month goes on paper. */
export function fitsOnPaper(currencies: readonly Pick<CurrencySummary, 'movements'>[]): boolean {
  const lines = currencies.reduce((sum, { movements }) => sum + movements.count + LINES_BESIDE, 0);
  return lines <= MOST_PRINTED_LINES;
}

/** Whether the value of a line is that of a balance and no movement. */
export function isBalance({ kind }: StatementLine): boolean {
  return kind === 'opening' || kind === 'closing';
}

/** Who asked for a movement and approved it, each once, by the names that are known. */
export function peopleOf(
  { askedBy, approvedBy }: Pick<StatementLine, 'askedBy' | 'approvedBy'>,
  names: Names | undefined,
): readonly string[] {
  const people = [askedBy, ...approvedBy].filter((person) => person !== null);
  return [...new Set(people)].map((person) => names?.people[person] ?? person);
}
