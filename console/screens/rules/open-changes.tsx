import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { WaitingChangeButtons } from '../../proposing/waiting-change-buttons.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { differencesOf } from './differences.ts';
import type { Field } from './field.ts';
import type { PolicyChange } from './types.ts';

interface OpenChangesProps {
  readonly changes: readonly PolicyChange[];
  readonly fields: readonly Field[];
  readonly accounts: Readonly<Record<string, string>>;
}

/** Changes of this rule that wait for a second person: what they would do, and where they are decided. */
export function OpenChanges({ changes, fields, accounts }: OpenChangesProps) {
  return changes.map((change) => (
    <OpenChange key={change.id} change={change} fields={fields} accounts={accounts} />
  ));
}

interface OpenChangeProps extends Omit<OpenChangesProps, 'changes'> {
  readonly change: PolicyChange;
}

function OpenChange({ change, fields, accounts }: OpenChangeProps) {
  const { madeBy, madeAt, expiresAt, before, after, widens, names } = change;
  return (
    <Panel
      title="A change waits for a second person"
      aside={
        <>
          by <bdi>{names?.people[madeBy] ?? madeBy}</bdi> <When at={madeAt} />, expires{' '}
          <When at={expiresAt} />
        </>
      }
    >
      <ul className={parts.reasons}>
        {widens.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {isObject(after) && isObject(before) && (
        <DifferenceTable
          label="What the change would do"
          differences={differencesOf(fields, before, after)}
          sides={['Now', 'Proposed']}
          accounts={accounts}
        />
      )}
      <WaitingChangeButtons change={change} />
    </Panel>
  );
}

function isObject(content: unknown): content is object {
  return typeof content === 'object' && content !== null;
}
