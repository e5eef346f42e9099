import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import {
  DEFAULT_CHANGE_EXPIRY_SECONDS,
  MAX_CHANGE_EXPIRY_SECONDS,
} from '../policy/policy-limits.ts';
import type { Change } from '../ports/ledger.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { comparisonOf, isDeleted, type Wanted } from './drafts.ts';
import { sameJson } from './field-change.ts';
import {
  changeId,
  type PolicyChange,
  type Standing,
  type Subject,
  stateOf,
  subjectName,
} from './policy-change.ts';
import type { ChangePorts } from './ports.ts';
import { type Contended, DISARMED, type Refused, refused, untilWritten } from './refusal.ts';
import { unfitting } from './unfitting.ts';
import { type Comparison, widens } from './widens.ts';
import { lanesToArm, nextStanding, putStanding } from './writes-of.ts';

/** Changes that wait for somebody at most: more than people can look through is no second pair of eyes. */
export const MAX_OPEN_CHANGES = 100;

export interface ChangeWish {
  readonly client: string;
  readonly wanted: Wanted;
  /** The version that the wish rests on; 'none' where it is to be new. */
  readonly expected: number | 'none';
  readonly by: string;
  readonly requestId: string;
  /** What the maker says about it. */
  readonly words?: string;
}

export type AskResult =
  /** It narrows, and stands. `replayed`: it stood before, and nothing was written. */
  | { readonly result: 'applied'; readonly standing: Standing; readonly replayed: boolean }
  /** It widens: a second person has to agree. */
  | { readonly result: 'proposed'; readonly change: PolicyChange; readonly replayed: boolean }
  | Refused
  | Contended;

/**
 * Somebody wants a piece of policy to be another. What only narrows is written at once; what can widen
 * becomes a proposed change. Asking for the very same again answers with what came of it.
 */
export async function askForChange(ports: ChangePorts, wish: ChangeWish): Promise<AskResult> {
  return await untilWritten(() => askOnce(ports, wish));
}

async function askOnce(ports: ChangePorts, wish: ChangeWish): Promise<AskResult | null> {
  const { client, wanted, by } = wish;
  const [head, policy, lanes, epoch, standing] = await Promise.all([
    ports.ledger.readAuditHead(client),
    ports.ledger.readPolicy(client),
    ports.ledger.readLanes(client),
    ports.ledger.epoch(),
    ports.ledger.readStanding(client, subjectOfWanted(wanted)),
  ]);
  const { controls } = policy;
  if (controls === null) return DISARMED;
  const comparison = comparisonOf(standing, wanted);
  const answered = answerFromStanding(wish, standing, comparison);
  if (answered !== null) return answered;
  const armed = lanes.map(({ currency }) => currency);
  const fields = unfitting(wanted, policy, armed);
  if (fields.length > 0) {
    return refused('unfitting', 'It does not fit the rest of the policy.', { fields });
  }
  const at = ports.now();
  if (widens(comparison).length > 0) {
    const { changeExpirySeconds = DEFAULT_CHANGE_EXPIRY_SECONDS } = controls;
    return await propose(ports, { wish, comparison, standing, head, at, changeExpirySeconds });
  }
  const next = nextStanding(wanted, { client, controls, standing, at, by });
  const { ok } = await ports.ledger.commit(client, [
    putStanding(next),
    ...lanesToArm(client, wanted, armed, epoch),
    audited(head, wish, at, `replace-${wanted.kind}`, standing?.item ?? null, next.item),
  ]);
  return ok ? { result: 'applied', standing: next, replayed: false } : null;
}

function subjectOfWanted(wanted: Wanted): Subject {
  return wanted.kind === 'controls'
    ? { kind: 'controls' }
    : { kind: wanted.kind, id: wanted.after.id };
}

/** What stands decides by itself: nothing there, another version, or already as it is wanted. */
function answerFromStanding(
  { expected, wanted }: ChangeWish,
  standing: Standing | null,
  { before, after }: Comparison,
): AskResult | null {
  const what = `${wanted.kind} of this id`;
  if (expected === 'none') {
    if (standing === null) return null;
    if (isDeleted(standing)) {
      const words = `A ${what} was deleted. Its id stays with its history: choose another one.`;
      return refused('id-used-before', words);
    }
    if (sameJson(before, after)) return { result: 'applied', standing, replayed: true };
    const { version } = standing.item;
    return refused('exists', `There is a ${what}, with another content.`, {
      currentVersion: version,
    });
  }
  if (standing === null || isDeleted(standing)) {
    return refused('not-found', `There is no ${what}.`);
  }
  const { version } = standing.item;
  const isThere = sameJson(before, after);
  if (isThere && (version === expected || version === expected + 1)) {
    return { result: 'applied', standing, replayed: true };
  }
  return version === expected ? null : stale(expected, version);
}

export function stale(expected: number, currentVersion: number): Refused {
  const words = `It is version ${currentVersion} by now; the request rests on version ${expected}. Look at it again.`;
  return refused('stale', words, { currentVersion });
}

interface Proposal {
  readonly wish: ChangeWish;
  readonly comparison: Comparison;
  readonly standing: Standing | null;
  readonly head: AuditHead;
  readonly at: Instant;
  readonly changeExpirySeconds: number;
}

async function propose(
  ports: ChangePorts,
  { wish, comparison, standing, head, at, changeExpirySeconds }: Proposal,
): Promise<AskResult | null> {
  const { client, by, words } = wish;
  const baseVersion = standing?.item.version ?? 0;
  const since = plusSeconds(at, -MAX_CHANGE_EXPIRY_SECONDS);
  const all = await ports.ledger.openChanges(client, since);
  const open = all.filter((change) => stateOf(change, at) === 'proposed');
  const same = open.find((change) => isSame(change, wish, baseVersion));
  if (same !== undefined) return { result: 'proposed', change: same, replayed: true };
  if (open.length >= MAX_OPEN_CHANGES) {
    const refusal = `${open.length} changes wait for a decision already. Decide about some of them first.`;
    return refused('too-many-changes', refusal);
  }
  const change: PolicyChange = {
    ...comparison,
    client,
    id: changeId(at, ports.nonce()),
    baseVersion,
    madeBy: by,
    madeAt: at,
    expiresAt: plusSeconds(at, changeExpirySeconds),
    ...(words === undefined ? {} : { words }),
    status: { state: 'proposed' },
    version: 1,
  };
  const { ok } = await ports.ledger.commit(client, [
    { kind: 'put-change', change },
    audited(head, wish, at, 'propose-change', standing?.item ?? null, {
      changeId: change.id,
      wanted: change.after,
      widens: widens(comparison),
      ...(words === undefined ? {} : { words }),
    }),
  ]);
  return ok ? { result: 'proposed', change, replayed: false } : null;
}

/** The very same wish of the very same person, on the same version: a request that was repeated. */
function isSame(change: PolicyChange, { wanted, by }: ChangeWish, baseVersion: number): boolean {
  return (
    change.kind === wanted.kind &&
    change.baseVersion === baseVersion &&
    change.madeBy === by &&
    sameJson(change.after, wanted.after)
  );
}

function audited(
  head: AuditHead,
  { by, requestId, wanted }: ChangeWish,
  at: Instant,
  action: string,
  before: unknown,
  after: unknown,
): Change {
  const subject = subjectName(subjectOfWanted(wanted));
  const fact = { at, by, action, subject, requestId, before, after };
  return { kind: 'append-audit', entry: appendToChain(head, fact) };
}
