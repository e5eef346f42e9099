import { appendToChain } from '../audit/audit-entry.ts';
import { pieceName } from '../facts/sentences/piece-name.ts';
import { type CurrentItem, type Subject, subjectName } from '../ledger/policy-change.ts';
import { compareLimits, type Limit, sayLimit } from '../policy/limit.ts';
import type { Policy } from '../policy/policy.ts';
import { destinationKeysOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { withoutSeal } from '../sealing/messages.ts';
import type { Instant } from '../time/instant.ts';
import { stale } from './ask.ts';
import { isDeleted } from './drafts.ts';
import type { ChangePorts } from './ports.ts';
import { MAX_CHANGE_ATTEMPTS, type Refused, refuseByFormat, refused } from './refusal.ts';
import { putItem } from './writes-of.ts';

export interface RemovalCommand {
  readonly tenant: string;
  readonly subject: Exclude<Subject, { readonly kind: 'controls' }>;
  /** The version that the command rests on. */
  readonly expected: number;
  readonly by: string;
  readonly requestId: string;
}

export type RemovalResult =
  | { readonly result: 'removed'; readonly current: CurrentItem; readonly replayed: boolean }
  | Refused
  | Contended;

/**
 * Deletes a rule or a webhook, or takes an account away for ever: at once, since that only narrows. The item is marked and
 * switched off, so that no claim finds it; its history and its id remain.
 */
export async function remove(ports: ChangePorts, command: RemovalCommand): Promise<RemovalResult> {
  return await untilWritten(() => removeOnce(ports, command), MAX_CHANGE_ATTEMPTS);
}

async function removeOnce(
  ports: ChangePorts,
  command: RemovalCommand,
): Promise<RemovalResult | null> {
  const { tenant, subject, expected, by, requestId } = command;
  const [head, current] = await Promise.all([
    ports.ledger.readAuditHead(tenant),
    ports.ledger.readCurrent(tenant, subject),
  ]);
  if (current === null)
    return refused('not-found', `There is no ${pieceName(subject.kind)} of this id.`);
  const { version } = current.item;
  if (isDeleted(current)) {
    return version === expected + 1
      ? { result: 'removed', current, replayed: true }
      : refused('not-found', `The ${pieceName(subject.kind)} of this id was deleted.`);
  }
  if (version !== expected) return stale(expected, version);
  // Read after the audit head, on which the write is conditional: two deletions never both rely on the other's limit.
  const policy = await ports.ledger.readPolicy(tenant);
  const newer = refuseByFormat(policy.controls);
  if (newer !== null) return newer;
  const bound = subject.kind === 'rule' ? boundByLimitOf(subject.id, policy.rules) : null;
  if (bound !== null) return refused('limit-holds', bound);
  const named = subject.kind === 'calendar' ? namedBy(subject.id, policy) : null;
  if (named !== null) return refused('calendar-in-use', named);
  const at = ports.now();
  const next = tombstone(current, at);
  const entry = appendToChain(head, {
    at,
    by,
    action: `delete-${subject.kind}`,
    subject: subjectName(subject),
    requestId,
    before: current.item,
    after: next.item,
  });
  const { ok } = await ports.ledger.commit(tenant, [
    putItem(next),
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'removed', current: next, replayed: false } : null;
}

/**
 * The limit above which people approve applies to all rules with one destination. Deleting the rule that sets it
 * would let more leave by the others, and that takes two people; a rule that is only switched off keeps its limit.
 */
function boundByLimitOf(id: string, rules: readonly SweepRule[]): string | null {
  const rule = rules.find((each) => each.id === id);
  if (rule?.approvalAbove === undefined) return null;
  const { approvalAbove } = rule;
  const loosened = destinationKeysOf(rule)
    .map((destination) => others(destination, id, rules))
    .find((users) => users.length > 0 && !users.some((each) => isCovered(each, approvalAbove)));
  if (loosened === undefined) return null;
  const names = loosened.map((each) => `"${each.id}"`).join(', ');
  return `Its limit of ${sayLimit(rule.currency, approvalAbove)} without approval holds for ${names} too, ${rule.kind === undefined ? 'to the same account' : `into ${rule.into}`}. Switch it off instead, or give one of them that limit first.`;
}

/** The other rules with a destination. */
function others(
  destination: string,
  id: string,
  rules: readonly SweepRule[],
): readonly SweepRule[] {
  return rules.filter((each) => each.id !== id && destinationKeysOf(each).includes(destination));
}

function isCovered({ approvalAbove: other }: SweepRule, approvalAbove: Limit): boolean {
  const order = other === undefined ? null : compareLimits(other, approvalAbove);
  return order !== null && order <= 0;
}

/** A rule that names a calendar which is not there sweeps nothing: it is to name another one first. */
function namedBy(id: string, { rules, unreadableRules = [] }: Policy): string | null {
  const users = rules.filter(({ calendars = [] }) => calendars.includes(id));
  if (users.length === 0 && unreadableRules.length === 0) return null;
  const names = [...users, ...unreadableRules].map((each) => `"${each.id}"`).join(', ');
  return users.length > 0
    ? `${names} names this calendar, and would sweep nothing without it. Change the rules first.`
    : `${names} cannot be read: whether it names this calendar is not known.`;
}

function tombstone(current: CurrentItem, at: Instant): CurrentItem {
  switch (current.kind) {
    case 'rule': {
      const item = withoutSeal(current.item);
      const gone = { enabled: false, activeSince: at, deletedAt: at, version: item.version + 1 };
      return { kind: 'rule', item: { ...item, ...gone } };
    }
    case 'account': {
      const item = withoutSeal(current.item);
      const gone = { status: 'inactive', deletedAt: at, version: item.version + 1 } as const;
      return { kind: 'account', item: { ...item, ...gone } };
    }
    case 'webhook': {
      const item = withoutSeal(current.item);
      const gone = { status: 'paused', activeSince: at, deletedAt: at } as const;
      return { kind: 'webhook', item: { ...item, ...gone, version: item.version + 1 } };
    }
    case 'manual-rate': {
      const item = withoutSeal(current.item);
      const gone = { activeSince: at, deletedAt: at, version: item.version + 1 };
      return { kind: 'manual-rate', item: { ...item, ...gone } };
    }
    case 'matching-rule': {
      const item = withoutSeal(current.item);
      const gone = { enabled: false, activeSince: at, deletedAt: at, version: item.version + 1 };
      return { kind: 'matching-rule', item: { ...item, ...gone } };
    }
    case 'calendar': {
      const item = withoutSeal(current.item);
      const gone = { activeSince: at, deletedAt: at, version: item.version + 1 };
      return { kind: 'calendar', item: { ...item, ...gone } };
    }
    case 'controls':
      throw new Error('controls are never deleted');
    default:
      return current satisfies never;
  }
}
