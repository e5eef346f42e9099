import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Webhook } from './types.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { eventName } from './webhook-content.ts';

const WEBHOOK = 'webhook';

/** Addresses that events are posted to, what became of each delivery, and what may be done about them. */
export function Webhooks() {
  const webhooks = useRead('/v1/webhooks', { query: { limit: 200 } });
  const [search, setSearch] = useSearchParams();
  const shown = search.get(WEBHOOK);
  const may = useMay();
  const show = (id: string | null) =>
    setSearch((now) => {
      const next = new URLSearchParams({ tab: now.get('tab') ?? 'webhooks' });
      if (id !== null) next.set(WEBHOOK, id);
      return next;
    });
  return (
    <>
      <WaitingChanges isOf={({ kind }) => kind === 'webhook'} />
      <Panel title="Webhooks" aside={may('createWebhook') && <NewWebhook />}>
        <Loaded query={webhooks} lines={4}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No event is posted anywhere">
                A webhook tells another system what happens here: propose one, and its first secret
                is shown to you.
              </Empty>
            ) : (
              <ul className={parts.list}>
                {items.map((webhook) => (
                  <Entry
                    key={webhook.id}
                    webhook={webhook}
                    isShown={webhook.id === shown}
                    toggle={() => show(webhook.id === shown ? null : webhook.id)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
      {shown !== null && <Deliveries key={shown} webhookId={shown} />}
    </>
  );
}

function NewWebhook() {
  return (
    <Button component={Link} to={`/t/${useTenant()}/settings/webhooks/new`} size="compact-sm">
      New webhook
    </Button>
  );
}

/** Since when its receiver takes nothing, and what waits for it. */
function TakesNothing({ webhookId }: { readonly webhookId: string }) {
  const { data: read } = useRead('/v1/webhooks/{id}/receiver', { path: { id: webhookId } });
  const data = read?.data;
  if (data === undefined || data.failingSince === null) return null;
  const { failingSince, deliveredAt, pending, more } = data;
  return (
    <div className={parts.warning}>
      <p>
        Its receiver has taken nothing since <When at={failingSince} />.{' '}
        {more ? `More than ${pending}` : pending} {pending === 1 ? 'event waits' : 'events wait'}.{' '}
        {deliveredAt === null ? (
          'It never took one.'
        ) : (
          <>
            It last took one <When at={deliveredAt} />.
          </>
        )}
      </p>
    </div>
  );
}

interface EntryProps {
  readonly webhook: Webhook;
  readonly isShown: boolean;
  readonly toggle: () => void;
}

function Entry({ webhook, isShown, toggle }: EntryProps) {
  const { id, label, url, status, eventTypes, activeSince, pausedBySluice, deletedAt } = webhook;
  return (
    <li>
      <h3>
        <bdi>{label}</bdi>
        <Status
          state={status}
          tone={status === 'active' ? 'good' : 'warn'}
          {...(deletedAt !== undefined && { text: 'deleted' })}
        />
        <Button size="compact-sm" variant="default" aria-expanded={isShown} onClick={toggle}>
          {isShown ? 'Hide deliveries' : 'Deliveries'}
        </Button>
      </h3>
      {pausedBySluice !== undefined && (
        <div className={parts.warning}>
          <p>
            Sluice paused it <When at={pausedBySluice.at} />: {pausedBySluice.message}
          </p>
        </div>
      )}
      {status === 'active' && <TakesNothing webhookId={id} />}
      <dl className={parts.facts}>
        <dt>Address</dt>
        <dd>
          <bdi>{url}</bdi>
        </dd>
        <dt>Events</dt>
        <dd>{eventTypes.map(eventName).join(', ')}</dd>
        <dt>In force since</dt>
        <dd>
          <When at={activeSince} as="minute" />
        </dd>
        <dt>Id</dt>
        <dd>{id}</dd>
      </dl>
      <WebhookActions webhook={webhook} />
    </li>
  );
}
