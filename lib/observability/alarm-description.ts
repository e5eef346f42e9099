import type { AlarmKind } from './alarm-kind.ts';
import { queryName } from './log-queries.ts';

/** The text of an alarm. */
export function alarmDescription(
  { name, description, next, sources }: AlarmKind,
  { stage, about }: { readonly stage: string; readonly about: string | null },
): string {
  const isCounted = sources.some(({ kind }) => kind === 'count');
  return [
    `${about ?? stage}: ${description}`,
    `Next: ${next}`,
    ...(isCounted ? [`Which tenant: the saved query ${queryName(stage, 'which-tenant')}`] : []),
    `Runbook: ${runbookOf(name)}`,
  ].join('\n');
}

export function runbookOf(section: string): string {
  return `docs/operations.md#${section}`;
}
