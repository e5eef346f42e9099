import type { Statement } from '../../../treasury/statements/statement.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { scriptMarch } from './golden-month.ts';

export const NOW = '2026-04-03T00:00:00.000Z';

/** The hand-made month, whose trade says what was executed and what it cost. */
export async function filledMarch(): Promise<Statement> {
  const treasury = await scriptMarch({
    executed: { base: '0.25', quote: '15750.2' },
    fees: [{ currency: 'USD', amount: '15.75' }],
  });
  const query = { tenant: TENANT, month: '2026-03', timeZone: 'Europe/Zurich' };
  const rules = { graceSeconds: 86_400, frozenTimeZones: [] };
  const found = await statementOfMonth(treasury.statementPorts(NOW), query, rules);
  if (found === null) throw new Error('the month has no statement');
  return found.statement;
}

/** As the month was frozen before fills were kept. */
export function withoutFills({ fills: _, ...statement }: Statement): Statement {
  const currencies = statement.currencies.map((each) => ({
    ...each,
    movements: each.movements.map(({ fill: __, ...movement }) => movement),
  }));
  return { ...statement, currencies };
}
