import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { type Sending, useWrite } from '../../api/use-write.ts';
import parts from '../../display/parts.module.css';
import { Problem } from '../../display/problem.tsx';
import { Panel } from '../../layout/page.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { bodyOf, draftOf, NEW_DRAFT, problemsOf } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { AccountReview } from './account-review.tsx';
import { type AccountChange, changeAccount } from './change-account.ts';
import type { Account } from './types.ts';
import { useAccountDraft } from './use-account-draft.ts';

interface AccountFormProps {
  /** What is in force; null for a new account. */
  readonly before: Account | null;
  readonly etag: string | null;
}

/** The form of an account, and beside it what would be asked for, in full. */
export function AccountForm({ before, etag }: AccountFormProps) {
  const form = before === null ? 'account' : `account:${before.id}`;
  const tenant = useTenant();
  const navigate = useNavigate();
  const may = useMay();
  const initial = { draft: before === null ? NEW_DRAFT : draftOf(before), etag };
  const kept = useAccountDraft(form, initial);
  const [isTried, setTried] = useState(kept.isRestored);
  const accounts = useRead('/v1/accounts', { query: { limit: 200 } });
  const problems = useMemo(() => problemsOf(kept.draft, before), [kept.draft, before]);
  const isWhole = Object.keys(problems).length === 0;
  const body = bodyOf(kept.draft, before);
  const write = useWrite(send, form);
  const mayPropose = may(before === null ? 'createAccount' : 'replaceAccount');
  const isOther = before !== null && kept.etag !== etag;

  const submit = () => {
    setTried(true);
    if (!isWhole || !mayPropose || isOther) return;
    write.mutate(
      { body, etag: kept.etag },
      {
        onSuccess: () => {
          kept.forget();
          notifications.show({
            title: 'Recorded',
            message: `${body.label} waits for a second person.`,
          });
          void navigate(
            before === null ? `/t/${tenant}/accounts` : `/t/${tenant}/accounts/${before.id}`,
          );
        },
      },
    );
  };
  return (
    <form
      className={parts.columns}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        {isOther && (
          <div className={parts.warning} role="alert">
            <p>The account was changed since you began. Start again from what is in force.</p>
            <Button size="compact-sm" variant="default" onClick={kept.startAgain}>
              Start again
            </Button>
          </div>
        )}
        <AccountFields
          draft={kept.draft}
          set={kept.set}
          problems={isTried ? problems : {}}
          accounts={accounts.data?.data.items ?? []}
          isNew={before === null}
        />
      </div>
      <div>
        <AccountReview
          draft={kept.draft}
          body={body}
          before={before}
          accounts={accounts.data?.data.items ?? []}
        />
        <Panel title={before === null ? 'Ask for it' : 'Ask for the change'}>
          <div className={parts.stack}>
            {write.error !== null && <Problem error={write.error} />}
            {isTried && !isWhole && (
              <p role="alert" className={parts.quiet}>
                Something is missing: the fields say what.
              </p>
            )}
            <div className={parts.buttons}>
              <Button type="submit" loading={write.isPending} disabled={!mayPropose || isOther}>
                Propose to a second person
              </Button>
              <Button component={Link} to={`/t/${tenant}/accounts`} variant="default">
                Later
              </Button>
              {kept.isRestored && (
                <Button variant="subtle" onClick={kept.startAgain}>
                  Discard the draft
                </Button>
              )}
            </div>
            {!mayPropose && (
              <p className={parts.quiet}>Your roles do not register accounts: a treasurer does.</p>
            )}
          </div>
        </Panel>
      </div>
    </form>
  );
}

async function send({ client, input }: Sending<AccountChange>): Promise<number> {
  const { body, etag } = input;
  return etag === null
    ? (await client.post('/v1/accounts', { body })).status
    : await changeAccount({ client, input });
}
