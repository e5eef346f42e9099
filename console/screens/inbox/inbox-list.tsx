import type { components } from '@sluice/client';
import { Link, useSearchParams } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { capitalised } from '../../display/capitalised.ts';
import { Empty } from '../../display/empty.tsx';
import { INBOX_KIND_TEXTS } from '../../display/inbox-kinds.ts';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { PageButtons } from '../../tables/page-buttons.tsx';
import type { ListControls } from '../../tables/use-list-state.ts';
import classes from './inbox.module.css';
import { type InboxItem, type OpenItem, openItemText } from './kinds.ts';
import { askedByText, summaryOf, whyNotText } from './summary.ts';

type Inbox = components['schemas']['Inbox'];

interface InboxListProps {
  readonly page: Inbox;
  readonly open: OpenItem | null;
  readonly isFiltered: boolean;
  readonly controls: Pick<ListControls, 'setCursor'>;
}

/** What waits: what ends first stands first. */
export function InboxList({ page, open, isFiltered, controls }: InboxListProps) {
  const { items, names, more, next, previous } = page;
  if (items.length === 0) return <NothingWaits isFiltered={isFiltered} waiting={page.waiting} />;
  return (
    <>
      <ul className={classes.items} aria-label="What waits">
        {items.map((item) => (
          <li key={openItemText(item)}>
            <Item
              item={item}
              names={names}
              isOpen={open !== null && openItemText(open) === openItemText(item)}
            />
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <p className={classes.quiet}>
          More wait than are looked at:{' '}
          {more.map((kind) => INBOX_KIND_TEXTS[kind].several).join(', ')}. They come up as these are
          decided.
        </p>
      )}
      <PageButtons
        label="What waits"
        next={next}
        previous={previous}
        setCursor={controls.setCursor}
      />
    </>
  );
}

interface NothingWaitsProps {
  readonly isFiltered: boolean;
  readonly waiting: number;
}

function NothingWaits({ isFiltered, waiting }: NothingWaitsProps) {
  if (!isFiltered || waiting === 0) {
    return (
      <Empty title="Nothing waits for a decision">
        What a colleague proposes, what needs an approval and what cannot be explained shows up here
        by itself.
      </Empty>
    );
  }
  return (
    <Empty title="Nothing of this waits">
      {waiting} {waiting === 1 ? 'thing waits' : 'things wait'} in all:{' '}
      <Link to="?">show everything</Link>.
    </Empty>
  );
}

interface ItemProps {
  readonly item: InboxItem;
  readonly names: Inbox['names'];
  readonly isOpen: boolean;
}

function Item({ item, names, isOpen }: ItemProps) {
  const [search] = useSearchParams();
  const { kind, money, since, expiresAt, approvals, mayDecide, trusted } = item;
  const to = new URLSearchParams(search);
  to.set('open', openItemText(item));
  const who = askedByText(item, names);
  const tone = mayDecide ? 'busy' : trusted === false ? 'bad' : 'quiet';
  return (
    <Link to={`?${to}`} className={classes.item} aria-current={isOpen ? 'true' : undefined}>
      <span className={classes.itemHead}>
        <span>{capitalised(INBOX_KIND_TEXTS[kind].one)}</span>
        {money !== null && <Amount amount={money.amount} currency={money.currency} />}
        <span className={classes.itemMay}>
          <Status state={whyNotText(item)} tone={tone} />
        </span>
      </span>
      <span className={classes.message}>
        <bdi>{summaryOf(item, names)}</bdi>
      </span>
      <span className={classes.quiet}>
        {who !== null && (
          <>
            <bdi>{who}</bdi>,{' '}
          </>
        )}
        <When at={since} />
        {expiresAt !== null && (
          <>
            {' '}
            · ends <When at={expiresAt} />
          </>
        )}
        {approvals.required > 1 && ` · ${approvals.given.length} of ${approvals.required} people`}
      </span>
    </Link>
  );
}
