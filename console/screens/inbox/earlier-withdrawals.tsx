import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { addressOf } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './inbox.module.css';

const SHOWN = 5;

interface EarlierWithdrawalsProps {
  readonly accountId: string;
  /** The one that is looked at, which is not among the earlier ones. */
  readonly except?: string;
}

/** The last withdrawals to an account, and what became of them. */
export function EarlierWithdrawals({ accountId, except }: EarlierWithdrawalsProps) {
  const tenant = useTenant();
  const withdrawals = useRead('/v1/withdrawals', {
    query: { account: accountId, limit: SHOWN + 1 },
  });
  return (
    <section aria-label="Earlier withdrawals">
      <h3 className={classes.heading}>Withdrawals to the account before</h3>
      <Loaded query={withdrawals} lines={3}>
        {({ items }) => {
          const earlier = items.filter(({ id }) => id !== except).slice(0, SHOWN);
          if (earlier.length === 0) return <p className={classes.quiet}>There was none.</p>;
          return (
            <ul className={classes.earlier}>
              {earlier.map((each) => (
                <li key={each.id}>
                  <Status state={each.status.state} />
                  <span>
                    {each.content.kind === 'withdrawal' && (
                      <Amount amount={each.content.amount} currency={each.content.currency} />
                    )}
                    ,{' '}
                    <Link to={addressOf(tenant, each)}>
                      <When at={each.createdAt} as="minute" />
                    </Link>
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
