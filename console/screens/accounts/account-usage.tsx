import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useTenant } from '../../session/person.tsx';
import { rulesOf } from './account-table.tsx';
import { LimitsLeft } from './limits-left.tsx';
import type { Account } from './types.ts';

/** Withdrawals that are shown here; the rest is a list of its own. */
const MOST_SHOWN = 6;

/** The rules that sweep to it, and what went there. */
export function AccountUsage({ account }: { readonly account: Account }) {
  const { id } = account;
  const tenant = useTenant();
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  const withdrawals = useRead('/v1/withdrawals', { query: { account: id, limit: MOST_SHOWN } });
  return (
    <div>
      <LimitsLeft accountId={id} />
      <Panel title="Rules that sweep to it">
        <Loaded query={rules} lines={2}>
          {({ items }) => {
            const used = rulesOf(items, id);
            if (used.length === 0) return <p className={parts.quiet}>No rule sweeps to it.</p>;
            return (
              <ul className={parts.list}>
                {used.map((rule) => (
                  <li key={rule.id}>
                    <Link to={`/t/${tenant}/rules/${rule.id}`}>
                      <bdi>{rule.label}</bdi>
                    </Link>{' '}
                    {!rule.enabled && <Status state="off" text="switched off" />}
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      </Panel>
      <Panel
        title="Last withdrawals to it"
        aside={<Link to={`/t/${tenant}/withdrawals?account=${id}`}>All of them</Link>}
      >
        <Loaded query={withdrawals} lines={4}>
          {({ items }) =>
            items.length === 0 ? (
              <p className={parts.quiet}>Nothing was ever sent there.</p>
            ) : (
              <ul className={parts.list}>
                {items.map(({ id: withdrawal, content, createdAt, status }) => (
                  <li key={withdrawal}>
                    <Link to={`/t/${tenant}/withdrawals/${encodeURIComponent(withdrawal)}`}>
                      <Amount amount={content.amount} currency={account.currency} />
                    </Link>{' '}
                    <Status state={status.state} />{' '}
                    <span className={parts.small}>
                      <When at={createdAt} />
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
