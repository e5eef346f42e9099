import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { StopIcon } from '@primer/octicons-react';
import type { components } from '@sluice/client';
import { useState } from 'react';
import { type Sending, useWrite } from '../api/use-write.ts';
import { CommentField } from '../display/comment-field.tsx';
import { Problem } from '../display/problem.tsx';
import { useMay } from '../session/person.tsx';
import { useDraft } from '../session/use-draft.ts';
import classes from './layout.module.css';
import type { Overview } from './shell-state.tsx';

type HaltBody = components['schemas']['HaltBody'];

const EVERYTHING = '*';

/** Stops money from any screen: this opens it, the next click does it. Two people resume it, in the settings. */
export function HaltButton({ overview }: { readonly overview: Overview | undefined }) {
  const may = useMay();
  const [isOpen, dialog] = useDisclosure(false);
  if (!may('halt')) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="outline"
        color="red"
        className={classes.halt ?? ''}
        leftSection={<StopIcon size={14} />}
        onClick={dialog.open}
      >
        Halt
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Halt" centered>
        <HaltForm overview={overview} close={dialog.close} />
      </Modal>
    </>
  );
}

interface HaltFormProps {
  readonly overview: Overview | undefined;
  readonly close: () => void;
}

function HaltForm({ overview, close }: HaltFormProps) {
  const draft = useDraft('halt');
  const [what, setWhat] = useState<string>(EVERYTHING);
  const [comment, setComment] = useState(typeof draft.initial === 'string' ? draft.initial : '');
  const halt = useWrite(
    async ({ client, input }: Sending<HaltBody>) =>
      await client.post('/v1/controls/halt', { body: input }),
  );
  const currencies = overview?.currencies.map(({ currency }) => currency) ?? [];
  const choices = [
    { value: EVERYTHING, label: 'Everything' },
    ...currencies.map((currency) => ({ value: currency, label: `${currency} only` })),
  ];
  const submit = () => {
    const input = { comment: comment.trim(), ...(what !== EVERYTHING && { currency: what }) };
    halt.mutate(input, {
      onSuccess: () => {
        draft.forget();
        notifications.show({
          color: 'red',
          title: 'Halted',
          message: `${what === EVERYTHING ? 'Nothing is sent' : `No ${what} is sent`} until two people resume it.`,
        });
        close();
      },
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          At once, without a second person. What is being sent at this moment may still arrive. Two
          people resume it.
        </Text>
        <NativeSelect
          label="What"
          data={choices}
          value={what}
          onChange={({ currentTarget }) => setWhat(currentTarget.value)}
        />
        <CommentField
          label="Why"
          description="Every screen shows it in its banner, and the audit log keeps it."
          isRequired
          isFirst
          value={comment}
          onChange={(text) => {
            setComment(text);
            draft.keep(text);
          }}
        />
        {halt.error !== null && <Problem error={halt.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red"
            loading={halt.isPending}
            disabled={comment.trim() === ''}
          >
            {what === EVERYTHING ? 'Halt everything' : `Halt ${what}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
