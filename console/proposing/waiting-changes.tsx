import { Button } from '@mantine/core';
import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { type Sending, useWrite } from '../api/use-write.ts';
import parts from '../display/parts.module.css';
import { Problem } from '../display/problem.tsx';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { usePerson, useTenant } from '../session/person.tsx';
import { SideBySide } from './side-by-side.tsx';

export type PolicyChange = components['schemas']['PolicyChange'];

interface WaitingChangesProps {
  /** Which changes belong here. */
  readonly isOf: (change: PolicyChange) => boolean;
  readonly nameOf?: (field: string) => string;
}

/** Changes that wait for a second person: what they would do, and where they are decided. Nothing where none waits. */
export function WaitingChanges({ isOf, nameOf }: WaitingChangesProps) {
  const changes = useRead('/v1/changes', { query: { state: ['proposed'], limit: 200 } });
  const waiting = changes.data?.data.items.filter(isOf) ?? [];
  if (changes.data === undefined && changes.error !== null)
    return <Problem error={changes.error} />;
  return waiting.map((change) => (
    <WaitingChange
      key={change.id}
      change={change}
      names={changes.data?.data.names}
      {...(nameOf !== undefined && { nameOf })}
    />
  ));
}

interface WaitingChangeProps extends Pick<WaitingChangesProps, 'nameOf'> {
  readonly change: PolicyChange;
  readonly names: components['schemas']['Names'] | undefined;
}

function WaitingChange({ change, names, nameOf }: WaitingChangeProps) {
  const tenant = useTenant();
  const me = usePerson();
  const cancel = useWrite(
    async ({ client, input }: Sending<string>) =>
      await client.post('/v1/changes/{id}/cancel', { path: { id: input } }),
  );
  const { id, madeBy, madeAt, expiresAt, differences, comment } = change;
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
          {...(nameOf !== undefined && { nameOf })}
        />
        {cancel.error !== null && <Problem error={cancel.error} />}
        <div className={parts.buttons}>
          <Button component={Link} to={`/t/${tenant}/inbox`} size="compact-sm">
            {isMine ? 'Look at it in the inbox' : 'Decide in the inbox'}
          </Button>
          {isMine && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(id)}
            >
              Take it back
            </Button>
          )}
        </div>
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
