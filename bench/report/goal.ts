import { left, right, type Table } from './table.ts';

/** A figure and the bound that it is held against. */
export interface Goal {
  readonly goal: string;
  readonly bound: 'at most' | 'at least';
  /** Null: said for comparison alone. */
  readonly limit: number | null;
  readonly measured: number;
}

/** Goals and what was measured; a missed one is marked with *. */
export function goalsTable(title: string, goals: readonly Goal[], notes: readonly string[]): Table {
  return {
    title,
    columns: [left('goal'), right('goal is'), right('measured')],
    rows: goals.map((goal) => [
      goal.goal,
      goal.limit === null ? '' : `${goal.bound === 'at most' ? '<=' : '>='} ${goal.limit}`,
      `${goal.measured}${isMissed(goal) ? '*' : ' '}`,
    ]),
    notes,
  };
}

function isMissed({ bound, limit, measured }: Goal): boolean {
  if (limit === null) return false;
  // What could not be measured is missed.
  return bound === 'at most' ? !(measured <= limit) : !(measured >= limit);
}
