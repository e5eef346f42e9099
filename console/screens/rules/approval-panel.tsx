import { Button } from '@mantine/core';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Status } from '../../display/status.tsx';
import { Panel } from '../../layout/page.tsx';
import { useMay } from '../../session/person.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { Difference } from './differences.ts';
import classes from './rules.module.css';
import type { DraftedChange } from './types.ts';

interface ApprovalPanelProps {
  /** What proposing it would change, as the API compares it; absent until that is known. */
  readonly change: DraftedChange | undefined;
  readonly differences: readonly Difference[];
  readonly accounts: Readonly<Record<string, string>>;
  readonly isNew: boolean;
  readonly isWhole: boolean;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
}

/** Before anything is sent: what changes, whether it acts at once, and who has to agree, and why. */
export function ApprovalPanel(props: ApprovalPanelProps) {
  const { change, differences, isNew, isWhole, isSending, error, onSubmit } = props;
  const may = useMay();
  const mayPropose = may(isNew ? 'createSweepRule' : 'replaceSweepRule');
  const widens = change?.widens ?? [];
  const isSame = change !== undefined && change.differences.length === 0;
  return (
    <Panel title="Who must approve">
      <Verdict {...props} />
      {!isNew && differences.length > 0 && (
        <DifferenceTable
          label="What changes"
          differences={differences}
          sides={['Now', 'With the draft']}
          accounts={props.accounts}
          {...(change !== undefined && { widens: wideningFields(change) })}
        />
      )}
      {error !== null && <Problem error={error} />}
      <div className={classes.buttons}>
        <Button onClick={onSubmit} loading={isSending} disabled={!mayPropose || isSame}>
          {widens.length > 0
            ? 'Propose to a second person'
            : change === undefined || !isWhole
              ? 'Propose'
              : 'Save: acts at once'}
        </Button>
        {!mayPropose && (
          <span className={parts.quiet}>
            Your roles do not propose rules: a treasurer does. You can look at what a draft would
            do.
          </span>
        )}
      </div>
    </Panel>
  );
}

function Verdict({ change, isNew, isWhole }: ApprovalPanelProps) {
  if (change === undefined || !isWhole) {
    return (
      <p className={parts.quiet}>
        {isNew
          ? 'A new rule lets money leave: a second person has to approve it.'
          : 'A change that can let more leave needs a second person; one that only narrows acts at once. Which one this is shows here as soon as the draft is whole.'}
      </p>
    );
  }
  if (change.differences.length === 0) {
    return <p className={parts.quiet}>Nothing differs from the rule as it stands.</p>;
  }
  if (change.widens.length === 0) {
    return (
      <>
        <p className={parts.text}>
          <Status state="at-once" tone="good" text="Acts at once" />
        </p>
        <p className={parts.text}>
          It only narrows what can leave, so no second person is needed. It is in force as soon as
          it is saved.
        </p>
      </>
    );
  }
  return (
    <>
      <p className={parts.text}>
        <Status state="second-person" tone="busy" text="A second person must approve" />
      </p>
      <p className={parts.text}>Because more can leave:</p>
      <ul className={parts.reasons}>
        {change.widens.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className={parts.quiet}>
        A treasurer, an approver or an admin other than you finds it in the inbox. Until then
        nothing changes.
      </p>
    </>
  );
}

function wideningFields({ differences }: DraftedChange): ReadonlyMap<string, string> {
  return new Map(
    differences.flatMap(({ field, widens }) => (widens === null ? [] : [[field, widens]])),
  );
}
