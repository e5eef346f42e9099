import { useRead } from '../../api/use-read.ts';
import { Address } from '../../approving/address.tsx';
import { AddressAge } from '../../approving/address-age.tsx';
import { Amount } from '../../display/amount.tsx';
import { Lines } from '../../display/loaded.tsx';
import { When } from '../../display/when.tsx';
import { type Balances, type Guard, moneyText } from '../../instructions/guard.ts';
import { GuardList } from '../../instructions/guard-list.tsx';
import classes from '../../instructions/request-form.module.css';
import { Panel } from '../../layout/page.tsx';
import { type Account, approversText, worthOf } from './withdrawal-guards.ts';

interface BeforeSendingProps {
  readonly account: Account | null;
  /** Decimal text; null until it is that. */
  readonly amount: string | null;
  /** Null while what they rest on is being read. */
  readonly guards: readonly Guard[] | null;
  readonly balances: Balances | undefined;
}

/** What is known of a request before it is sent: where it goes, what the guards will say, and who approves it. */
export function BeforeSending({ account, amount, guards, balances }: BeforeSendingProps) {
  const controls = useRead('/v1/controls').data?.data;
  if (account === null) {
    return (
      <Panel title="Before it is sent">
        <p className={classes.quiet}>
          Choose an account: its full address, what the guards will say and who has to approve it
          stand here.
        </p>
      </Panel>
    );
  }
  const { id, currency, usableFrom } = account;
  const value = amount === null ? null : worthOf(currency, amount, balances);
  const reporting = balances?.reportingCurrency ?? '';
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
      <Panel
        title="Before it is sent"
        aside={
          balances && (
            <>
              balances of <When at={balances.readAt} as="second" />
            </>
          )
        }
      >
        {amount === null ? (
          <p className={classes.quiet}>State an amount: the guards are explained here.</p>
        ) : (
          <>
            <p>
              Worth{' '}
              {value === null ? (
                'nothing that is known: it has no price'
              ) : (
                <Amount amount={value} currency={reporting} isRounded />
              )}
              .
            </p>
            {guards === null ? <Lines count={4} /> : <GuardList guards={guards} />}
          </>
        )}
      </Panel>
      <Panel title="Who approves it">
        <p>{approversText(value, controls)}</p>
        <p className={classes.quiet}>
          {controls?.approvalTiers?.twoAbove === undefined
            ? 'The policy has no limit above which two people do.'
            : `Limit of one person: ${moneyText(controls.approvalTiers.twoAbove, reporting)}.`}
        </p>
      </Panel>
    </div>
  );
}
