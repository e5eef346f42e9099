import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { Problem } from '../../display/problem.tsx';
import { useTenant } from '../../session/person.tsx';
import type { Rule } from './types.ts';

interface Wanted {
  readonly id: string;
  readonly etag: string | null;
}

/** Deletes a rule: at once, since less can leave then. Its history stays, and its id with it. */
export function DeleteRule({ rule, etag }: { readonly rule: Rule; readonly etag: string | null }) {
  const [isOpen, dialog] = useDisclosure(false);
  const navigate = useNavigate();
  const tenant = useTenant();
  const remove = useWrite(
    async ({ client, input }: Sending<Wanted>) =>
      await client.delete('/v1/sweep-rules/{id}', {
        path: { id: input.id },
        ifMatch: { etag: input.etag },
      }),
  );
  const submit = () =>
    remove.mutate(
      { id: rule.id, etag },
      {
        onSuccess: () => {
          notifications.show({ title: 'Deleted', message: `${rule.label} is no more.` });
          void navigate(`/t/${tenant}/rules`);
        },
      },
    );
  return (
    <>
      <Button variant="subtle" color="red" onClick={dialog.open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="Delete the rule" centered>
        <Stack gap="sm">
          <Text size="sm">
            It acts at once, without a second person. The history stays; the id cannot be used
            again. To pause the rule, switch it off instead.
          </Text>
          {remove.error !== null && <Problem error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button color="red" onClick={submit} loading={remove.isPending}>
              Delete it now
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
