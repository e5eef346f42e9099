import { Link, useLocation, useParams } from 'react-router';
import type { InstructionList } from '../../approving/instruction.ts';
import { Page } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { useTenant } from '../../session/person.tsx';
import { SettlingCase } from '../../settling/settling-case.tsx';

/** Two people say what became of a request whose outcome is not known. */
export function Component() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const tenant = useTenant();
  const list: InstructionList = pathname.includes(`/t/${tenant}/trades/`)
    ? 'trades'
    : 'withdrawals';
  return (
    <Page
      title={list === 'trades' ? 'Settle a trade' : 'Settle a withdrawal'}
      subtitle={
        <>
          Two people say the same, each by the records of the service.{' '}
          <Link
            className="sluice-screen-only"
            to={`/t/${tenant}/${list}/${encodeURIComponent(id)}`}
          >
            Its whole history
          </Link>
        </>
      }
      actions={<PrintButton />}
    >
      <SettlingCase list={list} id={id} />
    </Page>
  );
}
