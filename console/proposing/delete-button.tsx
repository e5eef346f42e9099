import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type Sending, useWrite } from '../api/use-write.ts';
import parts from '../display/parts.module.css';
import { Problem } from '../display/problem.tsx';

interface Deletion {
  readonly id: string;
  readonly etag: string | null;
}

interface DeleteButtonProps extends Deletion {
  /** The piece of the policy, as people say it: "account". */
  readonly what: string;
  readonly label: string;
  /** What stays of it, and what to do instead where it is only to rest. */
  readonly note: string;
  readonly send: (sending: Sending<Deletion>) => Promise<unknown>;
  readonly onDeleted?: () => void;
}

/** Deletes a piece of the policy, after one question: at once and by one person, since less can happen then. */
export function DeleteButton({
  id,
  etag,
  what,
  label,
  note,
  send,
  onDeleted = () => undefined,
}: DeleteButtonProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const remove = useWrite(send);
  const submit = () =>
    remove.mutate(
      { id, etag },
      {
        onSuccess: () => {
          dialog.close();
          notifications.show({ title: 'Deleted', message: `${label} is no more.` });
          onDeleted();
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Delete
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Delete the ${what}`} centered>
        <div className={parts.stack}>
          <p>
            <bdi>{label}</bdi> is deleted for ever, at once and without a second person. {note}
          </p>
          {remove.error !== null && <Problem error={remove.error} />}
          <div className={parts.buttons}>
            <Button variant="default" onClick={dialog.close}>
              Leave it
            </Button>
            <Button color="red" onClick={submit} loading={remove.isPending}>
              Delete it now
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
