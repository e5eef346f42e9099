import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Address } from '../../approving/address.tsx';
import { AddressAge } from '../../approving/address-age.tsx';
import { Identifier } from '../../display/identifier.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { useNow } from '../../display/use-now.ts';
import { RelativeWhen, When } from '../../display/when.tsx';
import { Page, Panel } from '../../layout/page.tsx';
import { Versions } from '../../proposing/versions.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { AccountActions } from './account-actions.tsx';
import { contentOf } from './account-content.ts';
import { AccountStatus } from './account-table.tsx';
import { AccountUsage } from './account-usage.tsx';
import { FirstPayment } from './payment-arrived.tsx';
import type { Account } from './types.ts';

/** One account: where money goes, whether it can by now, who uses it, and how it came to be what it is. */
export function Component() {
  const { id = '' } = useParams();
  const account = useRead('/v1/accounts/{id}', { path: { id } });
  const label = account.data?.data.label;
  return (
    <Page
      title={label ?? 'Account'}
      actions={
        account.data !== undefined && (
          <>
            <Edit account={account.data.data} />
            <AccountActions account={account.data.data} etag={account.data.etag} />
          </>
        )
      }
    >
      <WaitingChanges
        isOf={({ subject }) => subject.toLowerCase() === `account:${id.toLowerCase()}`}
      />
      <Loaded query={account} lines={8}>
        {(data) => (
          <div className={parts.columns}>
            <div>
              <Destination account={data} />
              <FirstPayment account={data} etag={account.data?.etag ?? null} />
              <History id={id} />
            </div>
            <AccountUsage account={data} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Edit({ account }: { readonly account: Account }) {
  const may = useMay();
  const tenant = useTenant();
  if (!may('replaceAccount') || account.deletedAt !== undefined) return null;
  return (
    <Button component={Link} to={`/t/${tenant}/accounts/${account.id}/edit`} variant="default">
      Change
    </Button>
  );
}

function Destination({ account }: { readonly account: Account }) {
  const now = useNow();
  const { id, currency, usableFrom, deletedAt } = account;
  return (
    <Panel title="Where money goes" aside={<AccountStatus account={account} now={now} />}>
      <div className={parts.stack}>
        <Address destination={account} />
        <dl className={parts.facts}>
          <dt>Currency</dt>
          <dd>{currency}</dd>
          {usableFrom !== undefined && (
            <>
              <dt>Usable from</dt>
              <dd>
                <When at={usableFrom} as="second" /> <RelativeWhen at={usableFrom} />
              </dd>
            </>
          )}
          {deletedAt !== undefined && (
            <>
              <dt>Deleted</dt>
              <dd>
                <When at={deletedAt} as="second" />
              </dd>
            </>
          )}
          <dt>Id at the service</dt>
          <dd>
            <Identifier id={id} />
          </dd>
        </dl>
        <AddressAge accountId={id} destination={account} />
      </div>
    </Panel>
  );
}

function History({ id }: { readonly id: string }) {
  const history = useRead('/v1/accounts/{id}/history', {
    path: { id },
    query: { sort: 'newest', limit: 200 },
  });
  return (
    <Panel title="History">
      <Loaded query={history} lines={4}>
        {({ items }) => <Versions versions={items} contentOf={contentOf} />}
      </Loaded>
    </Panel>
  );
}
