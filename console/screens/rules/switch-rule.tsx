import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { Problem } from '../../display/problem.tsx';
import type { Field } from './field.ts';
import type { Rule, RuleBody } from './types.ts';
import { bodyOf, valuesOf } from './values.ts';

interface SwitchRuleProps {
  readonly rule: Rule;
  readonly fields: readonly Field[];
  readonly etag: string | null;
}

interface Wanted {
  readonly body: RuleBody;
  readonly etag: string | null;
}

/** Switches a rule off, which acts at once, or proposes to switch it on. */
export function SwitchRule({ rule, fields, etag }: SwitchRuleProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const { enabled, label } = rule;
  const write = useWrite(
    async ({ client, input }: Sending<Wanted>) =>
      (
        await client.put('/v1/sweep-rules/{id}', {
          path: { id: input.body.id },
          body: input.body,
          ifMatch: { etag: input.etag },
        })
      ).status,
  );
  const submit = () => {
    const values = { ...valuesOf(fields, rule), enabled: String(!enabled) };
    const body = bodyOf(fields, values) as unknown as RuleBody;
    write.mutate(
      { body, etag },
      {
        onSuccess: (status) => {
          dialog.close();
          notifications.show(
            status === 202
              ? { title: 'Proposed', message: `A second person decides whether ${label} goes on.` }
              : { title: 'Switched off', message: `${label} sweeps nothing from now on.` },
          );
        },
      },
    );
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {enabled ? 'Switch off' : 'Switch on'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={enabled ? 'Switch the rule off' : 'Switch the rule on'}
        centered
      >
        <Stack gap="sm">
          <Text size="sm">
            {enabled
              ? 'It narrows what can leave, so it acts at once, without a second person. Switching it on again takes two.'
              : 'More can leave then: a second person has to approve it.'}
          </Text>
          {write.error !== null && <Problem error={write.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button onClick={submit} loading={write.isPending}>
              {enabled ? 'Switch it off now' : 'Propose to switch it on'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
