import { Link, useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { listNamedBy } from '../../approving/instruction.ts';
import { Lines } from '../../display/loaded.tsx';
import { Problem } from '../../display/problem.tsx';
import { SettlingCase } from '../../settling/settling-case.tsx';
import { BreakDetail } from './break-detail.tsx';
import { ChangeDetail } from './change-detail.tsx';
import classes from './inbox.module.css';
import { InstructionDetail } from './instruction-detail.tsx';
import type { InboxItem, OpenItem } from './kinds.ts';
import { LastingDetail } from './lasting-detail.tsx';
import { RearmingDetail } from './rearming-detail.tsx';
import { UnbookedDetail } from './unbooked-detail.tsx';

/** Items of a kind that the inbox looks at, at most. */
const MOST_OF_A_KIND = 200;

/** What one would agree to, in full. What was decided already can be opened as well: a colleague may send its address. */
export function ItemDetail({ open }: { readonly open: OpenItem }) {
  const { kind, id } = open;
  const inbox = useRead('/v1/inbox', { query: { kind, limit: MOST_OF_A_KIND } });
  if (inbox.data === undefined) {
    return inbox.error === null ? <Lines count={8} /> : <Problem error={inbox.error} />;
  }
  const item = inbox.data.data.items.find((each) => each.id === id);
  return (
    <>
      <BackToList />
      <Detail open={open} item={item} />
    </>
  );
}

function Detail({
  open: { kind, id },
  item,
}: {
  readonly open: OpenItem;
  readonly item: InboxItem | undefined;
}) {
  switch (kind) {
    case 'policy-change':
    case 'resumption':
      return <ChangeDetail id={id} item={item} />;
    case 'withdrawal':
      return <InstructionDetail id={id} list="withdrawals" />;
    case 'trade':
      return <InstructionDetail id={id} list="trades" />;
    case 'settlement':
      return <SettlingCase id={id} list={listNamedBy(id)} />;
    case 'unbooked':
      return <UnbookedDetail id={id} item={item} />;
    case 'rearming':
      return <RearmingDetail id={id} item={item} />;
    case 'break':
      return <BreakDetail id={id} item={item} />;
    case 'low-balance':
    case 'failing-rule':
    case 'calendar-ending':
    case 'webhook-failing':
      return <LastingDetail item={item} />;
    default:
      return kind satisfies never;
  }
}

/** Where list and detail do not fit beside each other. */
function BackToList() {
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.delete('open');
  return (
    <p className={`${classes.back} sluice-screen-only`}>
      <Link to={`?${to}`}>Back to the list</Link>
    </p>
  );
}
