import { When } from '../../display/when.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { nextSnapshotAt } from './next-snapshot.ts';
import type { ListedRule } from './types.ts';

interface NextRunProps {
  readonly rule: ListedRule;
  /** Absent until it is known. */
  readonly health: Overview['health'] | undefined;
}

/** When a rule is decided next: with the next snapshot, or when its schedule falls. */
export function NextRun({ rule, health }: NextRunProps) {
  const { enabled, schedule, activity } = rule;
  if (!enabled) return <span>none</span>;
  if (schedule.kind === 'cron') {
    return activity.nextOccurrence === null ? (
      <span>never again</span>
    ) : (
      <When at={activity.nextOccurrence} as="minute" />
    );
  }
  const next = health === undefined ? null : nextSnapshotAt(health);
  return next === null ? <span>with the next snapshot</span> : <When at={next} as="minute" />;
}
