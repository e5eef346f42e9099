import type { components } from '@sluice/client';

export type Forecast = components['schemas']['Forecast'];
export type Leaving = Forecast['days'][number]['leaving'][number];

/** A line of the table: what one rule sends on one day. */
export interface LeavingRow extends Leaving {
  readonly day: string;
}

/** Days that were not decided to their end, as one stretch; none if all were. */
export function unknownTimes({
  days,
  until,
}: Pick<Forecast, 'days' | 'until'>): readonly { readonly from: string; readonly to: string }[] {
  const open = days.filter(({ decided }) => decided !== 'all');
  const last = open.at(-1);
  return last === undefined ? [] : [{ from: until, to: last.to }];
}

export function rowsOf({ days }: Pick<Forecast, 'days'>): readonly LeavingRow[] {
  return days.flatMap(({ day, leaving }) => leaving.map((each) => ({ ...each, day })));
}

/** What stands in the way of a line, in words; null where it simply leaves. */
export function remarkOf({
  stopped,
  waits,
  approvals,
}: Pick<Leaving, 'stopped' | 'waits' | 'approvals'>): string | null {
  if (stopped === 'halted') return 'Halted: it does not leave';
  if (stopped === 'dry-run') return 'Dry-run: it does not leave';
  if (waits === true) return 'Waits for an approval: it does not leave';
  if (approvals === 0) return null;
  return approvals === 1 ? 'One person approves' : 'Two people approve';
}

/** Why a rule sends nothing, the most frequent reason first, for a reader; what waits has a line of its own. */
export function reasonOf({
  enabled,
  sweeps,
  waiting,
  reasons,
}: Forecast['rules'][number]): string | null {
  if (!enabled) return 'switched off';
  if (waiting !== undefined) return null;
  const [first] = reasons;
  return (sweeps ?? 0) > 0 || first === undefined ? null : first.name;
}
