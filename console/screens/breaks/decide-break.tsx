import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Sending, useWrite } from '../../api/use-write.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Panel } from '../../layout/page.tsx';
import { useMay, usePerson } from '../../session/person.tsx';
import { whyNotClosed } from './deciding.ts';
import { DecisionFields } from './decision-fields.tsx';
import type { Break, Explanation } from './types.ts';
import { isSaid, useDecisionDraft } from './use-decision-draft.ts';

interface DecideBreakProps {
  readonly found: Break;
  /** Of what is rendered: a change meanwhile is refused. */
  readonly etag: string | null;
}

/** What a person says of a break: what it was, and then that it is right. */
export function DecideBreak({ found, etag }: DecideBreakProps) {
  const { status, direction } = found;
  if (status.state === 'closed') return null;
  if (direction === 'unbooked') {
    return (
      <Panel title="Explain">
        <p className={parts.text}>
          A request was confirmed and does not show. It is settled where it was sent, and not
          explained: this closes by itself then.
        </p>
      </Panel>
    );
  }
  return (
    <div>
      <Explain found={found} etag={etag} />
      <Close found={found} etag={etag} />
    </div>
  );
}

interface Said<Body> {
  readonly id: string;
  readonly etag: string | null;
  readonly body: Body;
}

function Explain({ found, etag }: DecideBreakProps) {
  const { id, status } = found;
  const form = `break:${id}:explain`;
  const { text, write, forget } = useDecisionDraft(form);
  const may = useMay();
  const explain = useWrite(
    async ({ client, input }: Sending<Said<Explanation>>) =>
      await client.post('/v1/breaks/{id}/explain', {
        path: { id: input.id },
        body: input.body,
        ifMatch: { etag: input.etag },
      }),
    form,
  );
  const { kind, comment } = text;
  const submit = () => {
    if (kind === null) return;
    explain.mutate(
      { id, etag, body: { kind, comment: comment.trim() } },
      {
        onSuccess: () => {
          forget();
          notifications.show({ title: 'Recorded', message: 'The break is explained.' });
        },
      },
    );
  };
  return (
    <Panel title={status.state === 'open' ? 'Explain' : 'Explain differently'}>
      {may('explainBreak') ? (
        <form
          className={parts.stack}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <DecisionFields text={text} write={write} hasKind />
          {explain.error !== null && <Problem error={explain.error} />}
          <div className={parts.buttons}>
            <Button
              type="submit"
              loading={explain.isPending}
              disabled={kind === null || !isSaid(comment)}
            >
              Explain
            </Button>
          </div>
          <p className={parts.small}>
            It stays on the list until it is closed.
            {found.direction === 'outflow' && ' What went out is closed by another person.'}
          </p>
        </form>
      ) : (
        <p className={parts.quiet}>A treasurer or an admin explains breaks.</p>
      )}
    </Panel>
  );
}

function Close({ found, etag }: DecideBreakProps) {
  const { id } = found;
  const form = `break:${id}:close`;
  const { text, write, forget } = useDecisionDraft(form);
  const may = useMay();
  const me = usePerson();
  const close = useWrite(
    async ({ client, input }: Sending<Said<{ readonly comment: string }>>) =>
      await client.post('/v1/breaks/{id}/close', {
        path: { id: input.id },
        body: input.body,
        ifMatch: { etag: input.etag },
      }),
    form,
  );
  const whyNot = may('closeBreak')
    ? whyNotClosed(found, me.id)
    : 'An approver, a treasurer or an admin closes breaks.';
  const submit = () => {
    close.mutate(
      { id, etag, body: { comment: text.comment.trim() } },
      {
        onSuccess: () => {
          forget();
          notifications.show({ title: 'Recorded', message: 'The break is closed.' });
        },
      },
    );
  };
  return (
    <Panel title="Close">
      {whyNot === null ? (
        <form
          className={parts.stack}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <DecisionFields text={text} write={write} hasKind={false} />
          {close.error !== null && <Problem error={close.error} />}
          <div className={parts.buttons}>
            <Button type="submit" loading={close.isPending} disabled={!isSaid(text.comment)}>
              Close
            </Button>
          </div>
        </form>
      ) : (
        <p className={parts.quiet}>{whyNot}</p>
      )}
    </Panel>
  );
}
