import { UnreadableItemError } from '../ledger/unreadable-item.ts';
import type { Instant } from '../time/instant.ts';
import { type Found, findWaiting, type InboxPorts, readView } from './find-waiting.ts';
import {
  type Decider,
  type InboxEntry,
  type InboxItem,
  type InboxJudgement,
  type InboxKind,
  refuseCaller,
} from './inbox-item.ts';

export interface Inbox {
  /** What ends first stands first; then the oldest. */
  readonly items: readonly InboxItem[];
  /** Kinds of which more waits than is shown. */
  readonly more: readonly InboxKind[];
  /** When it was read. */
  readonly at: Instant;
}

/**
 * Everything that waits for a decision of people, each with whether this caller may decide, by the very functions that
 * the deciding routes judge with.
 */
export async function readInbox(
  ports: InboxPorts,
  tenant: string,
  decider: Decider,
): Promise<Inbox> {
  const view = await readView(ports, tenant);
  const found = await findWaiting(ports, view);
  const items = await Promise.all(
    found.flatMap(({ items }) => items.map((each) => judged(ports, each, decider))),
  );
  return {
    items: items.sort((one, other) =>
      placeInInbox(one, view.at) < placeInInbox(other, view.at) ? -1 : 1,
    ),
    more: found.flatMap(({ kinds, more }) => (more ? kinds : [])),
    at: view.at,
  };
}

async function judged(
  ports: InboxPorts,
  { entry, judge }: Found,
  decider: Decider,
): Promise<InboxItem> {
  const { trusted, whyNot } = await orUnreadable(() => judge(decider.by, ports));
  const why = refuseCaller(decider, entry.act) ?? whyNot;
  return { ...entry, trusted, mayDecide: why === null, whyNot: why };
}

/** An entry that rests on an item which cannot be read waits for that, and takes no other one with it. */
async function orUnreadable(
  judge: () => Promise<InboxJudgement> | InboxJudgement,
): Promise<InboxJudgement> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof UnreadableItemError)) throw error;
    const message = `The ${error.subject} cannot be read: nothing that rests on it is decided.`;
    return { trusted: null, whyNot: { code: 'blocked', message } };
  }
}

/**
 * The place of an item among all that wait, as text: the same whenever it is read, so that a page goes on behind it. What
 * waits since an unknown moment says that of the reading, and stands last.
 */
export function placeInInbox({ expiresAt, since, kind, id }: InboxEntry, readAt: Instant): string {
  return [expiresAt ?? '~', since === readAt ? '~' : since, kind, id].join(' ');
}
