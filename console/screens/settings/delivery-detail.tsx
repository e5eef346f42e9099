import { Button, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRead } from '../../api/use-read.ts';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { When } from '../../display/when.tsx';
import { useMay } from '../../session/person.tsx';

interface DeliveryDetailProps {
  readonly webhookId: string;
  /** Null while none is looked at. */
  readonly deliveryId: string | null;
  readonly close: () => void;
}

/** One delivery: the event as it was posted, every attempt with its answer, and sending it again. */
export function DeliveryDetail({ webhookId, deliveryId, close }: DeliveryDetailProps) {
  return (
    <Modal opened={deliveryId !== null} onClose={close} title="A delivery" size="xl" centered>
      {deliveryId !== null && <Detail webhookId={webhookId} deliveryId={deliveryId} />}
    </Modal>
  );
}

interface DetailProps {
  readonly webhookId: string;
  readonly deliveryId: string;
}

function Detail({ webhookId, deliveryId }: DetailProps) {
  const path = { id: webhookId, deliveryId };
  const delivery = useRead('/v1/webhooks/{id}/deliveries/{deliveryId}', { path });
  return (
    <Loaded query={delivery} lines={8}>
      {({ state, attempts, event, nextAttemptAt }) => (
        <div className={parts.stack}>
          <p>
            It is {state}.{' '}
            {nextAttemptAt !== null && (
              <>
                The next attempt is <When at={nextAttemptAt} />.
              </>
            )}
          </p>
          <ol aria-label="Attempts">
            {attempts.map(({ at, answer, failure, body, milliseconds }) => (
              <li key={at}>
                <When at={at} as="second" />: {answer ?? (failure ?? '').replaceAll('-', ' ')} in{' '}
                {milliseconds} ms{' '}
                {body !== '' && (
                  <code>
                    <bdi>{body}</bdi>
                  </code>
                )}
              </li>
            ))}
          </ol>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
          <section className={parts.scroll} tabIndex={0} aria-label="The event">
            <pre>{JSON.stringify(event, null, 2)}</pre>
          </section>
          <SendAgain path={path} />
        </div>
      )}
    </Loaded>
  );
}

function SendAgain({
  path,
}: {
  readonly path: { readonly id: string; readonly deliveryId: string };
}) {
  const may = useMay();
  const again = useWrite(
    async ({ client, input }: Sending<typeof path>) =>
      await client.post('/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', { path: input }),
  );
  if (!may('resendEvent')) return null;
  const send = () =>
    again.mutate(path, {
      onSuccess: () =>
        notifications.show({ title: 'Recorded', message: 'It is sent again within seconds.' }),
    });
  return (
    <>
      {again.error !== null && <Problem error={again.error} />}
      <div className={parts.buttons}>
        <Button loading={again.isPending} onClick={send}>
          Send it again
        </Button>
      </div>
    </>
  );
}
