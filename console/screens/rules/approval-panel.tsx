import { Button } from '@mantine/core';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Panel } from '../../layout/page.tsx';
import { Effect, SendText } from '../../proposing/effect.tsx';
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
  const effect = isWhole && change !== undefined ? change : null;
  const isSame = change !== undefined && change.differences.length === 0;
  return (
    <Panel title="Who must approve">
      <Effect effect={effect} isChange={!isSame} />
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
          <SendText effect={effect} />
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

function wideningFields({ differences }: DraftedChange): ReadonlyMap<string, string> {
  return new Map(
    differences.flatMap(({ field, widens }) => (widens === null ? [] : [[field, widens]])),
  );
}
