import { plain } from '../sluice/screen/text.ts';
import type { Applied, Moved } from './apply-plan.ts';
import { OBJECT_KINDS } from './object-kinds.ts';
import type { PlannedChange } from './plan.ts';

/** What became of every change of a plan, a line for each. */
export function printApplied(changes: readonly Applied[]): readonly string[] {
  return changes.map((applied) => `${nameOf(applied.change)}: ${outcomeOf(applied)}`);
}

/** Why nothing was written. */
export function printMoved(objects: readonly Moved[]): readonly string[] {
  return objects.map(({ change, current }) => {
    const was = change.expected === null ? 'no such object' : `version ${change.expected}`;
    const is = current === null ? 'there is none' : `it is version ${current}`;
    return `${nameOf(change)}: the plan rests on ${was}, and by now ${is}`;
  });
}

function outcomeOf(applied: Applied): string {
  switch (applied.outcome) {
    case 'applied':
      return applied.change.action === 'delete' ? 'deleted' : `applied, version ${applied.version}`;
    case 'proposed':
      return `${applied.repeated ? 'already proposed' : 'proposed'} as ${applied.changeId}; another person approves until ${applied.expiresAt}`;
    case 'waits':
      return `not proposed: account ${applied.account} is not approved yet. Apply again when it is.`;
    case 'refused':
      return `refused (${applied.code}): ${plain(applied.message)}`;
    case 'not-tried':
      return 'not tried';
    default:
      return applied satisfies never;
  }
}

function nameOf({ kind, id }: PlannedChange): string {
  return kind === 'controls' ? 'controls' : `${OBJECT_KINDS[kind].noun} ${id}`;
}
