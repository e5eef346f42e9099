import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { isInboxKind } from '../../display/inbox-kinds.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import classes from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import { ItemDetail } from './item-detail.tsx';
import { type OpenItem, openItemOf, openItemText } from './kinds.ts';

const FILTERS = ['for', 'kind', 'text'];

/** Items of a page: more than wait on an ordinary day. */
const PAGE_SIZE = 50;

/** Everything that waits for a decision of people; what is opened stands beside the list, and in the address. */
export function Component() {
  const controls = useListState(FILTERS);
  const [search] = useSearchParams();
  const open = openItemOf(search.get('open'));
  const isForMe = controls.filters.for?.includes('me') === true;
  const kind = controls.filters.kind?.find(isInboxKind);
  const text = controls.filters.text?.[0];
  const query = {
    limit: PAGE_SIZE,
    ...(isForMe && { for: 'me' as const }),
    ...(kind !== undefined && { kind }),
    ...(text !== undefined && { text }),
    ...(controls.cursor !== null && { cursor: controls.cursor }),
  };
  const inbox = useRead('/v1/inbox', { query }, { keepsPrevious: true });
  const counts = inbox.data?.data;
  return (
    <Page
      title="Inbox"
      subtitle={
        <span className="sluice-screen-only">
          {counts === undefined
            ? 'What waits for a decision'
            : `${counts.forMe} of ${counts.waiting} for you to decide`}
        </span>
      }
    >
      <InboxFilters
        controls={controls}
        isForMe={isForMe}
        isOpen={open !== null}
        kind={kind ?? null}
        counts={counts}
      />
      <div className={classes.columns} data-open={open !== null || undefined}>
        <div className={`${classes.list} sluice-screen-only`}>
          <Loaded query={inbox} lines={8}>
            {(page) => (
              <InboxList
                page={page}
                open={open}
                isFiltered={isFiltered(controls.filters)}
                controls={controls}
              />
            )}
          </Loaded>
        </div>
        <Opened open={open} />
      </div>
    </Page>
  );
}

/** What is opened takes the focus, as a screen does: on a telephone the list makes room for it. */
function Opened({ open }: { readonly open: OpenItem | null }) {
  const name = open === null ? null : openItemText(open);
  const detail = useRef<HTMLDivElement>(null);
  const before = useRef(name);
  useEffect(() => {
    if (name !== before.current) detail.current?.focus();
    before.current = name;
  }, [name]);
  if (open === null || name === null) return null;
  return (
    <section className={classes.detail} ref={detail} tabIndex={-1} aria-label="What is opened">
      <ItemDetail key={name} open={open} />
    </section>
  );
}

function isFiltered(filters: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.keys(filters).length > 0;
}
