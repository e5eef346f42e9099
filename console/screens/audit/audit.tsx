import { Empty } from '../../display/empty.tsx';
import { Page } from '../../layout/page.tsx';
import { UrlTabs } from '../../layout/url-tabs.tsx';
import { useMay } from '../../session/person.tsx';
import { AccessReview } from './access-review.tsx';
import { AuditLog } from './audit-log.tsx';
import { Denials } from './denials.tsx';
import { VerifyChain } from './verify-chain.tsx';

/** Who did what, in a log that shows every later change of it. */
export function Component() {
  const may = useMay();
  return (
    <Page
      title="Audit"
      subtitle="Every decision of people, in the order in which it was written. Each entry names the hash of the one before."
    >
      {may('listAuditEntries') ? (
        <UrlTabs
          label="Parts of the audit"
          tabs={[
            {
              name: 'log',
              text: 'Log',
              content: (
                <>
                  <VerifyChain />
                  <AuditLog />
                </>
              ),
            },
            { name: 'denials', text: 'Refused requests', content: <Denials /> },
            { name: 'access', text: 'Review of access', content: <AccessReview /> },
          ]}
        />
      ) : (
        <Empty title="Your roles do not read the audit log">
          A treasurer, an approver or an admin does.
        </Empty>
      )}
    </Page>
  );
}
