import type { components } from '@sluice/client';
import { useRead } from '../api/use-read.ts';
import parts from '../display/parts.module.css';
import { Problem } from '../display/problem.tsx';
import { SideBySide } from '../display/side-by-side.tsx';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { usePerson } from '../session/person.tsx';
import { WaitingChangeButtons } from './waiting-change-buttons.tsx';

export type PolicyChange = components['schemas']['PolicyChange'];

interface WaitingChangesProps {
  /** Which changes belong here. */
  readonly isOf: (change: PolicyChange) => boolean;
}

/** Changes that wait for a second person: what they would do, and where they are decided. Nothing where none waits. */
export function WaitingChanges({ isOf }: WaitingChangesProps) {
  const changes = useRead('/v1/changes', { query: { state: ['proposed'], limit: 200 } });
  const waiting = changes.data?.data.items.filter(isOf) ?? [];
  if (changes.data === undefined && changes.error !== null)
    return <Problem error={changes.error} />;
  return waiting.map((change) => (
    <WaitingChange key={change.id} change={change} names={changes.data?.data.names} />
  ));
}

interface WaitingChangeProps {
  readonly change: PolicyChange;
  readonly names: components['schemas']['Names'] | undefined;
}

function WaitingChange({ change, names }: WaitingChangeProps) {
  const me = usePerson();
  const { madeBy, madeAt, expiresAt, differences, comment } = change;
  const isMine = madeBy === me.id;
  return (
    <Panel
      title={titleOf(change)}
      aside={
        <>
          asked for by <bdi>{isMine ? 'you' : (names?.people[madeBy] ?? madeBy)}</bdi>{' '}
          <When at={madeAt} />, expires <When at={expiresAt} />
        </>
      }
    >
      <div className={parts.stack}>
        {comment !== undefined && (
          <p>
            “<bdi>{comment}</bdi>”
          </p>
        )}
        <SideBySide
          label="What the change would do"
          differences={differences}
          sides={['Now', 'Proposed']}
        />
        <WaitingChangeButtons change={change} />
      </div>
    </Panel>
  );
}

function titleOf({ kind, before, after, resumption }: PolicyChange): string {
  if (resumption !== undefined) {
    const what = resumption.currency ?? 'Everything';
    return `Resumption waits for a second person: ${what}`;
  }
  if (kind === 'controls') return 'A change of the controls waits for a second person';
  const name = labelIn(after) ?? labelIn(before);
  const what = before === null ? `New ${kind.replace('-', ' ')}` : 'A change';
  return `${what} waits for a second person${name === null ? '' : `: ${name}`}`;
}

function labelIn(content: unknown): string | null {
  if (typeof content !== 'object' || content === null) return null;
  const label: unknown = Reflect.get(content, 'label');
  return typeof label === 'string' ? label : null;
}
