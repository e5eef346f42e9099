import { useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { AccountForm } from './account-form.tsx';

/** Changes an account: another destination is approved, and cools off, like a new one. */
export function Component() {
  const { id = '' } = useParams();
  const account = useRead('/v1/accounts/{id}', { path: { id } });
  return (
    <Page title="Change an account" subtitle={account.data?.data.label}>
      <Loaded query={account} lines={8}>
        {(data, { etag }) =>
          data.deletedAt === undefined ? (
            <AccountForm key={id} before={data} etag={etag} />
          ) : (
            <Empty title="The account was deleted">Register another one in its place.</Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
