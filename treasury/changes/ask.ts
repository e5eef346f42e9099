import { type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import { pieceName } from '../facts/sentences/piece-name.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Comparison } from '../ledger/policy-change.ts';
import {
  type CurrentItem,
  changeId,
  type PolicyChange,
  type Subject,
  stateOf,
  subjectName,
} from '../ledger/policy-change.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../policy/policy-limits.ts';
import { sameJson } from '../records/same-json.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { sealedChange, sealedPiece } from '../sealing/policy-seals.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { conflictsOf } from './conflicts.ts';
import { comparisonOf, isDeleted, type Wanted } from './drafts.ts';
import type { ChangePorts } from './ports.ts';
import { DISARMED, MAX_CHANGE_ATTEMPTS, type Refused, refuseByFormat, refused } from './refusal.ts';
import { refuseByControls, trustedItem } from './trusted-item.ts';
import { readWholePolicy } from './whole-policy.ts';
import { widens } from './widens.ts';
import { lanesToRearm, nextItem, putItem } from './writes-of.ts';

/**
 * The most open changes that one person may have: approvers do not read through more than this, and no heap of one
 * person's proposals keeps the others from proposing.
 */
export const MAX_OPEN_CHANGES_OF_ONE = 20;

export interface ChangeCommand {
  readonly tenant: string;
  readonly wanted: Wanted;
  /** The version that the command rests on; 'none' for something new. */
  readonly expected: number | 'none';
  readonly by: string;
  readonly requestId: string;
  /** The maker's comment. */
  readonly comment?: string;
}

export type AskResult =
  /** It narrows, and is in force. `replayed`: it was in force before, and nothing was written. */
  | { readonly result: 'applied'; readonly current: CurrentItem; readonly replayed: boolean }
  /** It widens: a second person has to agree. */
  | { readonly result: 'proposed'; readonly change: PolicyChange; readonly replayed: boolean }
  | Refused
  | Contended;

/**
 * A person asks to change a piece of policy. A change that only narrows is written at once; a change that can widen
 * becomes a proposal. Repeating the very same command returns the result of the first.
 */
export async function proposeChange(
  ports: ChangePorts,
  command: ChangeCommand,
): Promise<AskResult> {
  return await untilWritten(() => askOnce(ports, command), MAX_CHANGE_ATTEMPTS);
}

async function askOnce(ports: ChangePorts, command: ChangeCommand): Promise<AskResult | null> {
  const { tenant, wanted, by } = command;
  const [head, policy, lanes, epoch, current] = await Promise.all([
    ports.ledger.readAuditHead(tenant),
    readWholePolicy(ports.ledger, tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
    ports.ledger.readCurrent(tenant, subjectOfWanted(wanted)),
  ]);
  const { controls } = policy;
  if (controls === null) return DISARMED;
  const newer = refuseByFormat(controls);
  if (newer !== null) return newer;
  const ledger = { tenant: tenant, epoch };
  const trusted = await trustedItem(ports.seals, ledger, current);
  const comparison = comparisonOf(trusted, wanted);
  const answered = answerFromCurrent(command, current, comparison);
  if (answered !== null) return answered;
  if (wanted.kind !== 'controls') {
    const unsealed = await refuseByControls(ports.seals, ledger, controls);
    if (unsealed !== null) return unsealed;
  }
  const armed = lanes.map(({ currency }) => currency);
  const at = ports.now();
  const fields = await conflictsOf(ports, { tenant, wanted, policy, armed, at });
  if (fields.length > 0) {
    return refused('policy-conflict', 'It does not fit the rest of the policy.', { fields });
  }
  if (widens(comparison).length > 0) {
    const { changeExpirySeconds = DEFAULT_CHANGE_EXPIRY_SECONDS } = controls;
    const proposal = { command, comparison, current, head, at, changeExpirySeconds };
    return await propose(ports, proposal, epoch);
  }
  const next = nextItem(wanted, { tenant, controls, current, trusted, at, by, madeBy: by });
  const sealed = await sealedPiece(ports.seals, ledger, next, at);
  const { ok } = await ports.ledger.commit(tenant, [
    putItem(sealed),
    ...lanesToRearm(tenant, wanted, lanes, epoch),
    audited(head, command, at, `replace-${wanted.kind}`, current?.item ?? null, next.item),
  ]);
  return ok ? { result: 'applied', current: sealed, replayed: false } : null;
}

function subjectOfWanted(wanted: Wanted): Subject {
  return wanted.kind === 'controls'
    ? { kind: 'controls' }
    : { kind: wanted.kind, id: wanted.after.id };
}

/** Outcomes that follow from what is in force: nothing there, another version, or already as requested. */
function answerFromCurrent(
  { expected, wanted }: ChangeCommand,
  current: CurrentItem | null,
  { before, after }: Comparison,
): AskResult | null {
  const what = `${pieceName(wanted.kind)} of this id`;
  if (expected === 'none') {
    if (current === null) return null;
    if (isDeleted(current)) {
      const message = `A ${what} was deleted. Its id stays with its history: choose another one.`;
      return refused('id-used-before', message);
    }
    if (sameJson(before, after)) return { result: 'applied', current, replayed: true };
    const { version } = current.item;
    return refused('exists', `There is a ${what}, with another content.`, {
      currentVersion: version,
    });
  }
  if (current === null || isDeleted(current)) {
    return refused('not-found', `There is no ${what}.`);
  }
  const { version } = current.item;
  const isThere = sameJson(before, after);
  if (isThere && (version === expected || version === expected + 1)) {
    return { result: 'applied', current, replayed: true };
  }
  return version === expected ? null : stale(expected, version);
}

export function stale(expected: number, currentVersion: number): Refused {
  const message = `It is version ${currentVersion} by now; the request rests on version ${expected}. Look at it again.`;
  return refused('stale', message, { currentVersion });
}

interface Proposal {
  readonly command: ChangeCommand;
  readonly comparison: Comparison;
  readonly current: CurrentItem | null;
  readonly head: AuditHead;
  readonly at: Instant;
  readonly changeExpirySeconds: number;
}

async function propose(
  ports: ChangePorts,
  { command, comparison, current, head, at, changeExpirySeconds }: Proposal,
  epoch: string,
): Promise<AskResult | null> {
  const { tenant, by, comment } = command;
  const baseVersion = current?.item.version ?? 0;
  const found = await ports.ledger.openChangesOf(tenant, by, at, MAX_OPEN_CHANGES_OF_ONE);
  const open = found.filter((change) => stateOf(change, at) === 'proposed');
  const same = open.find((change) => isSame(change, command, baseVersion));
  if (same !== undefined) return { result: 'proposed', change: same, replayed: true };
  if (open.length >= MAX_OPEN_CHANGES_OF_ONE) {
    const refusal = `${open.length} of your changes already wait for another person; accepted: fewer than ${MAX_OPEN_CHANGES_OF_ONE}. Take some of them back, or have them decided.`;
    return refused('too-many-changes', refusal);
  }
  const change: PolicyChange = {
    ...comparison,
    tenant,
    id: changeId(at, ports.nonce()),
    baseVersion,
    madeBy: by,
    madeAt: at,
    expiresAt: plusSeconds(at, changeExpirySeconds),
    ...(comment === undefined ? {} : { comment }),
    status: { state: 'proposed' },
    version: 1,
  };
  const sealed = await sealedChange(ports.seals, epoch, change, at);
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-change', change: sealed },
    audited(head, command, at, 'propose-change', current?.item ?? null, {
      changeId: change.id,
      wanted: change.after,
      widens: widens(comparison),
      ...(comment === undefined ? {} : { comment }),
    }),
  ]);
  return ok ? { result: 'proposed', change: sealed, replayed: false } : null;
}

/** The very same command of the very same person, on the same version: a request that was repeated. */
function isSame(change: PolicyChange, { wanted, by }: ChangeCommand, baseVersion: number): boolean {
  return (
    change.kind === wanted.kind &&
    change.baseVersion === baseVersion &&
    change.madeBy === by &&
    sameJson(change.after, wanted.after)
  );
}

function audited(
  head: AuditHead,
  { by, requestId, wanted }: ChangeCommand,
  at: Instant,
  action: string,
  before: unknown,
  after: unknown,
): LedgerWrite {
  const subject = subjectName(subjectOfWanted(wanted));
  const fact = { at, by, action, subject, requestId, before, after };
  return { kind: 'append-audit', entry: appendToChain(head, fact) };
}
