import { useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Drafts a webhook, or a change of one: where events are told, and which. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? (
    <Page
      title="New webhook"
      subtitle="A draft. Nothing is told before a second person approves it."
    >
      <WebhookForm before={null} etag={null} />
    </Page>
  ) : (
    <Existing key={id} id={id} />
  );
}

function Existing({ id }: { readonly id: string }) {
  const webhook = useRead('/v1/webhooks/{id}', { path: { id } });
  return (
    <Page
      title={`Change ${webhook.data?.data.label ?? id}`}
      subtitle="A draft: nothing changes before it is sent."
    >
      <WaitingChanges isOf={({ subject }) => subject === `webhook:${id}`} />
      <Loaded query={webhook} lines={8}>
        {(data, { etag }) =>
          data.deletedAt === undefined ? (
            <WebhookForm before={data} etag={etag} />
          ) : (
            <Empty title="The webhook was deleted">Propose another one in its place.</Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
