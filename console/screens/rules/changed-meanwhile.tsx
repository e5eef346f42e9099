import { Button } from '@mantine/core';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { differencesOfValues } from './differences.ts';
import type { Field } from './field.ts';
import classes from './rules.module.css';
import type { Base, RuleForm } from './use-rule-form.ts';

interface ChangedMeanwhileProps {
  readonly form: Pick<RuleForm, 'base' | 'rebase' | 'startAgain'>;
  readonly fields: readonly Field[];
  /** The rule as it stands at this moment; null for a new one. */
  readonly current: Base | null;
  readonly accounts: Readonly<Record<string, string>>;
}

/** The rule was changed elsewhere while it was being edited: what differs, and how to go on without losing anything. */
export function ChangedMeanwhile({ form, fields, current, accounts }: ChangedMeanwhileProps) {
  if (current === null || current.etag === form.base.etag) return null;
  const differences = differencesOfValues(fields, form.base.values ?? {}, current.values ?? {});
  return (
    <Panel title="The rule was changed meanwhile">
      <p className={parts.warning} role="alert">
        A colleague's change is in force since you began. Your draft is still here; look at what
        changed before you go on.
      </p>
      <DifferenceTable
        label="What changed meanwhile"
        differences={differences}
        sides={['When you began', 'Now']}
        accounts={accounts}
      />
      <div className={classes.buttons}>
        <Button size="compact-sm" onClick={() => form.rebase(current)}>
          Go on with my draft, on the new version
        </Button>
        <Button size="compact-sm" variant="default" onClick={form.startAgain}>
          Start again from the new version
        </Button>
      </div>
    </Panel>
  );
}
