import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { UsedBar } from '../../display/used-bar.tsx';
import { Panel } from '../../layout/page.tsx';
import { useTenant } from '../../session/person.tsx';

type LimitLeft = components['schemas']['LimitLeft'];

/** What may still go there: of its own limits, of its counterparty's, and of the day's. */
export function LimitsLeft({ accountId }: { readonly accountId: string }) {
  const tenant = useTenant();
  const limits = useRead('/v1/accounts/{id}/limits', { path: { id: accountId } });
  return (
    <Panel
      title="What may still go there"
      aside={<Link to={`/t/${tenant}/settings`}>Limits of everything</Link>}
    >
      <Loaded query={limits} lines={3}>
        {({ limits: found }) =>
          found.length === 0 ? (
            <p className={parts.quiet}>
              No limit of its own, of a counterparty or of a day: the rules and the approvals alone
              say what goes there.
            </p>
          ) : (
            <ul className={parts.list}>
              {found.map((each) => (
                <li key={each.limit}>
                  <Limit limit={each} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Limit({ limit }: { readonly limit: LimitLeft }) {
  const { maximum, used, left, currency, unknown = 'a price is missing' } = limit;
  const title = titleOf(limit);
  if (used === null || left === null) {
    return (
      <>
        <bdi>{title}</bdi>: of <Amount amount={maximum} currency={currency} />
        <p className={parts.small}>What is used is not known, so nothing leaves: {unknown}.</p>
      </>
    );
  }
  return (
    <>
      <UsedBar title={title} used={used} limit={maximum} currency={currency} />
      <span className={parts.small}>
        <Amount amount={left} currency={currency} /> left
      </span>
    </>
  );
}

const TITLES: Readonly<Record<LimitLeft['limit'], string>> = {
  'account-24h': 'This account in 24 hours',
  'account-30d': 'This account in 30 days',
  'account-lifetime': 'This account for ever',
  'counterparty-24h': 'in 24 hours',
  'counterparty-30d': 'in 30 days',
  'outflow-24h': 'All accounts in 24 hours',
  'first-payment': 'This account until a payment is known to have arrived',
};

function titleOf({ limit, counterparty }: LimitLeft): string {
  return counterparty === undefined ? TITLES[limit] : `${counterparty} ${TITLES[limit]}`;
}
