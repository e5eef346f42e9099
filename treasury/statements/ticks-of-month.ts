import { periodsReport, type ReportPorts } from '../series/report.ts';
import { TOTAL } from '../series/series.ts';
import { boundsOfMonth } from './month.ts';
import type { TicksOfMonth } from './statement-of-month.ts';

/** The snapshots that a month should have by its schedule, and those that its roll-ups count. */
export function ticksOfMonth(ports: ReportPorts, everySeconds: number): TicksOfMonth {
  return {
    everySeconds,
    taken: async ({ tenant, month, timeZone }) => {
      const { from, to } = boundsOfMonth(month, timeZone);
      const range = { tenant, name: TOTAL, from, to, limit: 1 };
      const { items } = await periodsReport(ports, { ...range, kind: 'month', timeZone });
      return items[0]?.points ?? 0;
    },
  };
}
