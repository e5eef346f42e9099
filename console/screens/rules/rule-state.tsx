import { reasonText } from '../../decisions/reasons.ts';
import type { Span } from '../../decisions/spans.ts';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import classes from './rules.module.css';
import type { ListedRule } from './types.ts';

interface RuleStateProps {
  readonly rule: ListedRule;
  /** Its open span; undefined before its first run, null until it is known. */
  readonly span: Span | undefined | null;
  /** How many changes of it wait for another person. */
  readonly proposals: number;
}

/** What a rule does at the moment, since when, and whether a change of it waits. */
export function RuleState({ rule, span, proposals }: RuleStateProps) {
  const { enabled, activity } = rule;
  return (
    <span className={classes.state}>
      {!enabled ? (
        <Status state="off" text="switched off" />
      ) : activity.pausedUntil !== undefined ? (
        <>
          <Status state="paused" tone="warn" text="pauses after failures" />
          <span className={parts.small}>
            tries again <When at={activity.pausedUntil} />
          </span>
        </>
      ) : span === null ? (
        <span className={parts.small}>…</span>
      ) : span === undefined ? (
        <Status state="new" text="no run yet" />
      ) : (
        <>
          <Status
            state={span.reason}
            tone={reasonText(span.reason).tone}
            text={reasonText(span.reason).short}
          />
          <span className={parts.small}>
            since <When at={span.since} />
          </span>
        </>
      )}
      {activity.failing !== undefined && (
        <Status
          state="failing"
          tone="bad"
          text={
            activity.failing.failures === 1
              ? 'its last sweep did not leave'
              : `its last ${activity.failing.failures} sweeps did not leave`
          }
        />
      )}
      {proposals > 0 && (
        <Status
          state="proposed"
          text={proposals === 1 ? 'a change waits' : `${proposals} changes wait`}
        />
      )}
    </span>
  );
}
