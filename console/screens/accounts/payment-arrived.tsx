import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { Amount } from '../../display/amount.tsx';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Panel } from '../../layout/page.tsx';
import { draftEffect } from '../../proposing/draft-effect.ts';
import { Effect } from '../../proposing/effect.tsx';
import { useMay } from '../../session/person.tsx';
import { contentOf } from './account-content.ts';
import { changeAccount } from './change-account.ts';
import type { Account, AccountBody } from './types.ts';

interface FirstPaymentProps {
  readonly account: Account;
  /** Of what is rendered. */
  readonly etag: string | null;
}

/** What an account waits for before more leaves to it, and the way in which two people end that; nothing where it waits for nothing. */
export function FirstPayment({ account, etag }: FirstPaymentProps) {
  const limits = useRead('/v1/accounts/{id}/limits', { path: { id: account.id } });
  const may = useMay();
  const isWaiting = limits.data?.data.limits.some(({ limit }) => limit === 'first-payment');
  const { firstPaymentMaximum: maximum, currency, deletedAt } = account;
  if (maximum === undefined || isWaiting !== true || deletedAt !== undefined) return null;
  return (
    <Panel title="First payment">
      <div className={parts.stack}>
        <p>
          No answer of the service has named this place so far. At most{' '}
          <Amount amount={maximum} currency={currency} /> leaves to it in all, until one does, or
          two people say that a payment has arrived.
        </p>
        {may('replaceAccount') && (
          <div className={parts.buttons}>
            <Arrived account={account} etag={etag} />
          </div>
        )}
      </div>
    </Panel>
  );
}

/** The change of one field, said as what has happened. */
function Arrived({ account, etag }: FirstPaymentProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const { id, label } = account;
  const write = useWrite(changeAccount, `account:${id}:arrived`);
  const before = contentOf(account);
  const body: AccountBody = { ...before, paymentArrived: true };
  const submit = () =>
    write.mutate(
      { body, etag },
      {
        onSuccess: () => {
          dialog.close();
          notifications.show({
            title: 'Recorded',
            message: `A second person says whether a payment arrived at ${label}.`,
          });
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        It arrived
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title="A payment has arrived" centered>
        <div className={parts.stack}>
          <p>
            You say that a payment has arrived at <bdi>{label}</bdi>. Say it only once the recipient
            has told you so, or you have seen it there yourself.
          </p>
          <Effect effect={draftEffect('account', before, body)} isChange />
          {write.error !== null && <Problem error={write.error} />}
          <div className={parts.buttons}>
            <Button variant="default" onClick={dialog.close}>
              Not yet
            </Button>
            <Button onClick={submit} loading={write.isPending}>
              Say that it arrived
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
