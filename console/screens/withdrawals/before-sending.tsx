import type { components } from '@sluice/client';
import { Address } from '../../approving/address.tsx';
import { AddressAge } from '../../approving/address-age.tsx';
import { Amount } from '../../display/amount.tsx';
import { When } from '../../display/when.tsx';
import { approversText, CheckAnswer } from '../../instructions/check-answer.tsx';
import classes from '../../instructions/request-form.module.css';
import type { Checked } from '../../instructions/use-check.ts';
import { Panel } from '../../layout/page.tsx';

export type Account = components['schemas']['RegisteredAccount'];

interface BeforeSendingProps {
  readonly account: Account | null;
  /** Decimal text; null until it is that. */
  readonly amount: string | null;
  readonly checked: Checked;
}

/** What is known of a request before it is sent: where it goes, what its check says, and who approves it. */
export function BeforeSending({ account, amount, checked }: BeforeSendingProps) {
  if (account === null) {
    return (
      <Panel title="Before it is sent">
        <p className={classes.quiet}>
          Choose an account: its full address, what a check says and who has to approve it stand
          here.
        </p>
      </Panel>
    );
  }
  const { id, usableFrom } = account;
  const accepted = checked.check?.result === 'accepted' ? checked.check : null;
  return (
    <div className={classes.before}>
      <Panel title="Where it goes">
        <Address destination={account} />
        <AddressAge accountId={id} destination={account} />
        {usableFrom !== undefined && (
          <p className={classes.quiet}>
            Usable from <When at={usableFrom} as="minute" />.
          </p>
        )}
      </Panel>
      <Panel title="Before it is sent">
        {amount === null ? (
          <p className={classes.quiet}>State an amount: what its check says stands here.</p>
        ) : (
          <>
            <CheckAnswer {...checked} />
            {accepted !== null && <Worth value={accepted.value} />}
          </>
        )}
      </Panel>
      <Panel title="Who approves it">
        <p>
          {accepted === null
            ? 'At least one other person approves it.'
            : approversText(accepted.approvalsRequired)}
        </p>
      </Panel>
    </div>
  );
}

interface WorthProps {
  readonly value: { readonly amount: string; readonly currency: string } | undefined;
}

function Worth({ value }: WorthProps) {
  return (
    <p>
      Worth{' '}
      {value === undefined ? (
        'nothing that is known: it has no price'
      ) : (
        <Amount amount={value.amount} currency={value.currency} isRounded />
      )}
      .
    </p>
  );
}
