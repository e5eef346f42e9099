import { Page } from '../../layout/page.tsx';
import { AccountForm } from './account-form.tsx';

/** Registers an account: the address as it was typed, in groups, and who has to approve it. */
export function Component() {
  return (
    <Page
      title="Register an account"
      subtitle="A place that money can leave to. A second person approves it."
    >
      <AccountForm before={null} etag={null} />
    </Page>
  );
}
