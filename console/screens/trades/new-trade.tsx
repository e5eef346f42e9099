import { Empty } from '../../display/empty.tsx';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/person.tsx';
import { TicketForm } from './ticket-form.tsx';

/** A trade at a limit: against the live market, checked before it is sent. */
export function Component() {
  const may = useMay();
  return (
    <Page
      title="Place a trade"
      subtitle="At a limit. It is sent once, and only its answer says that it was executed."
    >
      {may('placeTrade') ? (
        <TicketForm />
      ) : (
        <Empty title="None of your roles may place a trade">
          A trader or a program places it; above a limit an approver approves it.
        </Empty>
      )}
    </Page>
  );
}
