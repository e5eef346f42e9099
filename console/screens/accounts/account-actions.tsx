import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type Sending, useWrite } from '../../api/use-write.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { DeleteButton } from '../../proposing/delete-button.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect } from '../../proposing/effect.tsx';
import { useMay } from '../../session/person.tsx';
import { contentOf } from './account-content.ts';
import { changeAccount } from './change-account.ts';
import type { Account, AccountBody } from './types.ts';

interface AccountActionsProps {
  readonly account: Account;
  /** Of what is rendered. */
  readonly etag: string | null;
}

/** Switching off, which acts at once; on again, which takes a second person; and away for ever. */
export function AccountActions({ account, etag }: AccountActionsProps) {
  const may = useMay();
  if (account.deletedAt !== undefined) return null;
  return (
    <>
      {may('replaceAccount') && <Switch account={account} etag={etag} />}
      {may('deleteAccount') && account.status === 'inactive' && (
        <DeleteButton
          {...{ id: account.id, label: account.label, etag, send: deleteAccount }}
          what="account"
          note="Its history stays, and its id cannot be registered again."
        />
      )}
    </>
  );
}

function Switch({ account, etag }: AccountActionsProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const { id, label, status } = account;
  const isOn = status === 'active';
  const write = useWrite(changeAccount, `account:${id}:switch`);
  const before = contentOf(account);
  const body: AccountBody = { ...before, status: isOn ? 'inactive' : 'active' };
  const submit = () =>
    write.mutate(
      { body, etag },
      {
        onSuccess: (answered) => {
          dialog.close();
          notifications.show(
            answered === 202
              ? { title: 'Recorded', message: `A second person decides about ${label}.` }
              : { title: 'Switched off', message: `Nothing leaves to ${label} from now on.` },
          );
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={isOn ? 'Switch the account off' : 'Switch the account on'}
        centered
      >
        <div className={parts.stack}>
          <p>
            <bdi>{label}</bdi>
          </p>
          <Effect effect={draftEffect('account', before, body)} isChange />
          <p className={parts.quiet}>
            {isOn
              ? 'Nothing new is sent to it. What is being sent at this moment may still arrive. Switching it on again takes two people and another cooling-off.'
              : 'It cools off again before money goes there.'}
          </p>
          {write.error !== null && <Problem error={write.error} />}
          <div className={parts.buttons}>
            <Button variant="default" onClick={dialog.close}>
              Leave it
            </Button>
            <Button {...(isOn && { color: 'red' })} onClick={submit} loading={write.isPending}>
              {isOn ? 'Switch it off now' : 'Propose to switch it on'}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}

const deleteAccount = async ({
  client,
  input: { id, etag },
}: Sending<{ readonly id: string; readonly etag: string | null }>) =>
  await client.delete('/v1/accounts/{id}', { path: { id }, ifMatch: { etag } });
