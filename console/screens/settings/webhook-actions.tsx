import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { CopyButton } from '../../display/copy-button.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { useMay, usePerson, useTenant } from '../../session/person.tsx';
import type { Webhook } from './types.ts';

/** What a person may do about a webhook: change it, try it, and see its secret once where it was made for them. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const may = useMay();
  const me = usePerson();
  const tenant = useTenant();
  const { id, status, secretFor, deletedAt } = webhook;
  if (deletedAt !== undefined) return null;
  return (
    <div className={parts.buttons}>
      {may('replaceWebhook') && (
        <Button
          component={Link}
          to={`/t/${tenant}/settings/webhooks/${id}/edit`}
          size="compact-sm"
          variant="default"
        >
          Change
        </Button>
      )}
      {may('testWebhook') && status === 'active' && <SendTest id={id} />}
      {may('getWebhookSecret') && secretFor.by === me.id && <Secret id={id} />}
    </div>
  );
}

function SendTest({ id }: { readonly id: string }) {
  const test = useWrite(
    async ({ client, input }: Sending<string>) =>
      await client.post('/v1/webhooks/{id}/test', { path: { id: input } }),
  );
  const send = () =>
    test.mutate(id, {
      onSuccess: () =>
        notifications.show({
          title: 'Recorded',
          message:
            'An event about nothing is sent within seconds: its delivery says what came back.',
        }),
    });
  return (
    <>
      <Button size="compact-sm" variant="default" loading={test.isPending} onClick={send}>
        Send a test event
      </Button>
      {test.error !== null && <Problem error={test.error} />}
    </>
  );
}

/** The signing secret: made when it is asked for, shown once, and kept nowhere in this browser. */
function Secret({ id }: { readonly id: string }) {
  const [isOpen, dialog] = useDisclosure(false);
  const secret = useWrite(
    async ({ client, input }: Sending<string>) =>
      (await client.post('/v1/webhooks/{id}/secret', { path: { id: input } })).data.secret,
  );
  const close = () => {
    secret.reset();
    dialog.close();
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        Signing secret…
      </Button>
      <Modal opened={isOpen} onClose={close} title="The signing secret" centered>
        <div className={parts.stack}>
          {secret.data === undefined ? (
            <>
              <p>
                It is shown once, to you alone. Have the receiver ready that is to keep it: nothing
                shows it again, and a new one takes another change.
              </p>
              {secret.error !== null && <Problem error={secret.error} />}
              <div className={parts.buttons}>
                <Button variant="default" onClick={close}>
                  Not now
                </Button>
                <Button loading={secret.isPending} onClick={() => secret.mutate(id)}>
                  Show it now
                </Button>
              </div>
            </>
          ) : (
            <>
              <p role="status">
                <code>{secret.data}</code> <CopyButton text={secret.data} />
              </p>
              <p className={parts.quiet}>Once this is closed, it is gone.</p>
              <div className={parts.buttons}>
                <Button onClick={close}>I have kept it</Button>
              </div>
            </>
          )}
        </div>
      </Modal>
    </>
  );
}
