import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Status, type Tone } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { RedeliverRange } from './redeliver-range.tsx';
import type { Delivery } from './types.ts';
import { eventName } from './webhook-content.ts';

const TONES: Readonly<Record<Delivery['state'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  dead: 'bad',
  held: 'quiet',
};

const WIDE = '(min-width: 48rem)';

const columnsOf = (open: (id: string) => void): readonly Column<Delivery>[] => [
  {
    accessor: 'eventTime',
    title: 'Event',
    render: ({ id, eventTime }) => (
      <Button size="compact-sm" variant="subtle" onClick={() => open(id)}>
        <When at={eventTime} as="second" />
      </Button>
    ),
  },
  {
    accessor: 'eventType',
    title: 'Type',
    render: ({ eventType }) => eventName(eventType),
  },
  {
    accessor: 'state',
    title: 'State',
    render: ({ state }) => <Status state={state} tone={TONES[state]} />,
  },
  { accessor: 'tries', title: 'Attempts', textAlign: 'right', visibleMediaQuery: WIDE },
  {
    accessor: 'attempts',
    title: 'Last answer',
    visibleMediaQuery: WIDE,
    render: ({ attempts }) => responseText(attempts.at(-1)),
  },
  {
    accessor: 'nextAttemptAt',
    title: 'Next attempt',
    visibleMediaQuery: WIDE,
    render: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <When at={nextAttemptAt} />),
  },
];

function responseText(attempt: Delivery['attempts'][number] | undefined): string {
  if (attempt === undefined) return 'none yet';
  const { answer, failure, milliseconds } = attempt;
  const said = answer === null ? (failure ?? '') : String(answer);
  return `${said.replaceAll('-', ' ')}, ${milliseconds} ms`;
}

/** What was posted to a webhook, and what it answered. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const controls = useListState(['state']);
  const { cursor } = controls;
  const [opened, setOpened] = useState<string | null>(null);
  const deliveries = useRead(
    '/v1/webhooks/{id}/deliveries',
    { path: { id: webhookId }, query: { limit: 50, ...(cursor !== null && { cursor }) } },
    { keepsPrevious: true },
  );
  return (
    <Panel
      title={`Deliveries to ${webhookId}`}
      aside={<RedeliverRange webhookId={webhookId} />}
      isFlush
    >
      <Loaded query={deliveries} lines={5}>
        {({ items, next, previous }) => (
          <DataTable
            label="Deliveries"
            columns={columnsOf(setOpened)}
            rows={items}
            idOf={({ id }) => id}
            pages={{ next, previous }}
            controls={controls}
            empty={<Empty title="Nothing was posted yet">The next event of its types is.</Empty>}
          />
        )}
      </Loaded>
      <DeliveryDetail webhookId={webhookId} deliveryId={opened} close={() => setOpened(null)} />
    </Panel>
  );
}
