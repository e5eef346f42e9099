import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type Sending, useWrite } from '../../api/use-write.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { useTimeZone } from '../../display/time-zone.tsx';
import { useNow } from '../../display/use-now.ts';
import { When } from '../../display/when.tsx';
import { dayOf, endOfDay, isDay, plusDays, startOfDay } from '../../reports/days.ts';
import { useMay } from '../../session/person.tsx';
import type { Delivery } from './types.ts';

type State = Delivery['state'];

interface Range {
  readonly from: string;
  readonly to: string;
  readonly states: State[];
}

/** States that an outage leaves behind, and those that were not lost. */
const STATES: readonly { readonly state: State; readonly text: string }[] = [
  { state: 'dead', text: 'Dead: given up after every attempt' },
  { state: 'held', text: 'Held: not sent while it was paused' },
  { state: 'delivered', text: 'Delivered: posted once more' },
];

/** After an outage of the receiver: everything of some days is posted again. */
export function RedeliverRange({ webhookId }: { readonly webhookId: string }) {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!may('resendEvents')) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Send some days again…
      </Button>
      <Modal opened={isOpen} onClose={close} title="Send some days again" centered>
        <RangeForm webhookId={webhookId} />
      </Modal>
    </>
  );
}

function RangeForm({ webhookId }: { readonly webhookId: string }) {
  const { timeZone } = useTimeZone();
  const today = dayOf(useNow(), timeZone);
  const [first, setFirst] = useState(plusDays(today, -1));
  const [last, setLast] = useState(today);
  const [states, setStates] = useState<State[]>(['dead', 'held']);
  const again = useWrite(
    async ({ client, input }: Sending<Range>) =>
      (await client.post('/v1/webhooks/{id}/redeliver', { path: { id: webhookId }, body: input }))
        .data,
  );
  const areDays = isDay(first) && isDay(last) && first <= last;
  const from = areDays ? startOfDay(first, timeZone) : '';
  const left = again.data?.until ?? null;
  return (
    <form
      className={parts.stack}
      onSubmit={(event) => {
        event.preventDefault();
        again.mutate({ from, to: endOfDay(last, timeZone), states });
      }}
    >
      <div className={parts.fields}>
        <Day label="From" value={first} set={setFirst} />
        <Day label="To, included" value={last} set={setLast} />
      </div>
      <Checkbox.Group
        label="Which deliveries"
        description={`Of events of these days, by the clocks of ${timeZone}`}
        value={states}
        onChange={(chosen) => setStates(chosen as State[])}
      >
        <Group gap="xs" mt="xs">
          {STATES.map(({ state, text }) => (
            <Checkbox key={state} value={state} label={text} />
          ))}
        </Group>
      </Checkbox.Group>
      {again.error !== null && <Problem error={again.error} />}
      {again.data !== undefined && (
        <p role="status">
          {again.data.queued === 0
            ? 'None of these days is like this: nothing is sent.'
            : `Recorded: ${again.data.queued} ${again.data.queued === 1 ? 'is' : 'are'} sent again within minutes.`}{' '}
          {left !== null && (
            <>
              There are more than one request looks at: those before <When at={left} as="second" />{' '}
              are left.
            </>
          )}
        </p>
      )}
      <div className={parts.buttons}>
        <Button type="submit" loading={again.isPending} disabled={!areDays || states.length === 0}>
          Send them again
        </Button>
        {left !== null && (
          <Button
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ from, to: left, states })}
          >
            Send the rest
          </Button>
        )}
      </div>
    </form>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly set: (day: string) => void;
}

function Day({ label, value, set }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
