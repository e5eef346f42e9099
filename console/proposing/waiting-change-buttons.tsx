import { Button } from '@mantine/core';
import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { type Sending, useWrite } from '../api/use-write.ts';
import parts from '../display/parts.module.css';
import { Problem } from '../display/problem.tsx';
import { usePerson, useTenant } from '../session/person.tsx';

/** What a person can do about a change that waits: decide it in the inbox, or take one's own back. */
export function WaitingChangeButtons({
  change: { id, madeBy },
}: {
  readonly change: Pick<components['schemas']['PolicyChange'], 'id' | 'madeBy'>;
}) {
  const tenant = useTenant();
  const isMine = madeBy === usePerson().id;
  const cancel = useWrite(
    async ({ client, input }: Sending<string>) =>
      await client.post('/v1/changes/{id}/cancel', { path: { id: input } }),
  );
  return (
    <>
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
    </>
  );
}
