import { appendToChain } from '../audit/audit-entry.ts';
import { changeId, type PolicyChange, stateOf } from '../ledger/policy-change.ts';
import type { Controls, Mode } from '../policy/controls.ts';
import {
  HALT_UNREADABLE,
  haltOf,
  isUnreadableHalt,
  MAX_HALTED_CURRENCIES,
} from '../policy/halt-state.ts';
import type { Policy } from '../policy/policy.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../policy/policy-limits.ts';
import { sameJson } from '../records/same-json.ts';
import { untilWritten } from '../retries/retry.ts';
import { sealedChange } from '../sealing/policy-seals.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { type AskResult, MAX_OPEN_CHANGES_OF_ONE, proposeChange } from './ask.ts';
import { controlsDraftOf } from './drafts.ts';
import type { ChangePorts } from './ports.ts';
import { DISARMED, MAX_CHANGE_ATTEMPTS, refuseByFormat, refused } from './refusal.ts';
import { refuseByControls } from './trusted-item.ts';

/** Open changes of one person that are looked through: what they may have of others, and one end for each halted currency. */
const MAX_OPEN_READ = MAX_OPEN_CHANGES_OF_ONE + MAX_HALTED_CURRENCIES + 1;

export interface ResumeCommand {
  readonly tenant: string;
  /** Absent: everything. */
  readonly currency?: string;
  readonly mode: Exclude<Mode, 'halted'>;
  /** Generation of the halt that the person saw: a later halt is not what they mean. */
  readonly generation: number;
  readonly by: string;
  readonly comment: string;
  readonly requestId: string;
}

/**
 * Resumes after a halt, or goes live. Ending what the kill switch halted takes two people, who name its generation;
 * the proposal depends on nothing but the halt and the controls, so no heap of other proposals is in its way. If the
 * kill switch halts none of it, it is a change of the controls like any other.
 */
export async function askToResume(ports: ChangePorts, command: ResumeCommand): Promise<AskResult> {
  return await untilWritten(() => askOnce(ports, command), MAX_CHANGE_ATTEMPTS);
}

async function askOnce(ports: ChangePorts, command: ResumeCommand): Promise<AskResult | null> {
  const { tenant, currency, mode, by, requestId, comment } = command;
  const policy = await ports.ledger.readPolicy(tenant);
  const { controls, halt } = policy;
  if (controls === null) return DISARMED;
  const newer = refuseByFormat(controls);
  if (newer !== null) return newer;
  if (isUnreadableHalt(halt)) return refused('unreadable', HALT_UNREADABLE);
  if (halt.generation !== command.generation) {
    const detail = `The halt is generation ${halt.generation} by now; you name ${command.generation}. Look at it again.`;
    return refused('halt-changed', detail);
  }
  const after = { ...controlsDraftOf(controls), ...resumed(controls, mode, currency) };
  if (!isHalted(policy, currency)) {
    return await proposeChange(ports, {
      tenant,
      wanted: { kind: 'controls', after },
      expected: controls.version,
      by,
      requestId,
      comment,
    });
  }
  const epoch = await ports.ledger.epoch();
  const unsealed = await refuseByControls(ports.seals, { tenant: tenant, epoch }, controls);
  return unsealed ?? (await propose(ports, command, controls, after, epoch));
}

/** Whether the kill switch itself halts what is to be resumed. */
function isHalted({ halt }: Policy, currency: string | undefined): boolean {
  if (currency === undefined) return halt.mode === 'halted';
  return haltOf({ ...halt, mode: 'live' }, currency) !== null;
}

async function propose(
  ports: ChangePorts,
  { tenant, currency, generation, by, comment, requestId }: ResumeCommand,
  controls: Controls,
  after: ReturnType<typeof controlsDraftOf>,
  epoch: string,
): Promise<AskResult | null> {
  const at = ports.now();
  const same = await proposedBefore(ports, { tenant, by, at }, { generation, currency, after });
  if (same !== null) return { result: 'proposed', change: same, replayed: true };
  const { changeExpirySeconds = DEFAULT_CHANGE_EXPIRY_SECONDS } = controls;
  const change: PolicyChange = {
    kind: 'controls',
    before: controlsDraftOf(controls),
    after,
    resumption: { generation, ...(currency === undefined ? {} : { currency }) },
    tenant,
    id: changeId(at, ports.nonce()),
    baseVersion: controls.version,
    madeBy: by,
    madeAt: at,
    expiresAt: plusSeconds(at, changeExpirySeconds),
    comment,
    status: { state: 'proposed' },
    version: 1,
  };
  const entry = appendToChain(await ports.ledger.readAuditHead(tenant), {
    at,
    by,
    action: 'propose-change',
    subject: 'halt',
    requestId,
    before: null,
    after: { changeId: change.id, resumption: change.resumption, wanted: after, comment },
  });
  const sealed = await sealedChange(ports.seals, epoch, change, at);
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-change', change: sealed },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'proposed', change: sealed, replayed: false } : null;
}

/**
 * The very same proposal of the very same person, if it still waits: one person has one for each end of a halt, however
 * often it is sent. Other proposals of theirs are not counted: no heap of those is in the way.
 */
async function proposedBefore(
  { ledger }: ChangePorts,
  { tenant, by, at }: { readonly tenant: string; readonly by: string; readonly at: Instant },
  wanted: Pick<ResumeCommand, 'generation'> & {
    readonly currency: string | undefined;
    readonly after: unknown;
  },
): Promise<PolicyChange | null> {
  const open = await ledger.openChangesOf(tenant, by, at, MAX_OPEN_READ);
  const same = open.find(
    (change) =>
      stateOf(change, at) === 'proposed' &&
      change.resumption?.generation === wanted.generation &&
      change.resumption.currency === wanted.currency &&
      sameJson(change.after, wanted.after),
  );
  return same ?? null;
}

/** A currency without a mode of its own has the tenant's. */
function resumed(
  { currencyModes }: Controls,
  mode: ResumeCommand['mode'],
  currency: string | undefined,
): Pick<Controls, 'mode'> | Pick<Controls, 'currencyModes'> {
  if (currency === undefined) return { mode };
  const { [currency]: _own, ...others } = currencyModes;
  return { currencyModes: mode === 'live' ? others : { ...others, [currency]: mode } };
}
