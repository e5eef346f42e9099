import type { AuditEntry } from './types.ts';

/** The entries of one act that stand side by side; nearly always one. */
export type ActEntries = readonly [AuditEntry, ...(readonly AuditEntry[])];

/** What the log says of one act in several entries is shown as one: its parts stand side by side, in either order. */
export function actsIn(entries: readonly AuditEntry[]): readonly ActEntries[] {
  const acts: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const act = acts.at(-1);
    const before = act?.at(-1);
    if (act !== undefined && before !== undefined && areOneAct(before, entry)) act.push(entry);
    else acts.push([entry]);
  }
  return acts;
}

function areOneAct(one: AuditEntry, other: AuditEntry): boolean {
  if (one.part === undefined || other.part === undefined) return false;
  const isNext =
    Math.abs(one.part.number - other.part.number) === 1 &&
    Math.abs(one.sequence - other.sequence) === 1;
  return isNext && one.part.of === other.part.of && one.action === other.action;
}

/** "4", or "4–9" of an act in several entries. */
export function sequencesOf(entries: ActEntries): string {
  const all = entries.map(({ sequence }) => sequence);
  const [first, last] = [Math.min(...all), Math.max(...all)];
  return first === last ? String(first) : `${first}–${last}`;
}
