import { appendToChain } from '../audit/audit-entry.ts';
import type { PolicyLedger } from '../changes/ports.ts';
import { MAX_CHANGE_ATTEMPTS } from '../changes/refusal.ts';
import { readWholePolicy } from '../changes/whole-policy.ts';
import type { Lane } from '../instructions/lane.ts';
import { rearmLane } from '../instructions/rearm-lane.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { type Rearming, rearmingSchema, type UnbookedStatement } from '../ledger/rearming.ts';
import { overallMode } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../policy/policy-limits.ts';
import type { Effects } from '../ports/effects.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { judgeRearming, sealedRearming } from '../sealing/policy-seals.ts';
import type { Seals, SealVerifier } from '../seals/ports.ts';
import { plusSeconds } from '../time/instant.ts';
import { type RearmingView, rearmableLanes, rearmingView, refuseUnreadable } from './rearming.ts';
import { notResealed, resealPolicy } from './reseal-policy.ts';
import { canonicalStatement, statementDigest, statementProblem } from './unbooked-statement.ts';

export interface RearmingPorts extends Pick<Effects, 'now'> {
  readonly seals: Seals;
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readCounts' | 'readAuditHead' | 'commit'
  > &
    Pick<PolicyLedger, 'readMatchingRules' | 'readManualRates' | 'readWebhooks'> & {
      /** Strongly consistent; null if no person ever said so. */
      readonly readRearming: (tenant: string) => Promise<Rearming | null>;
    };
}

export interface RearmingCommand {
  readonly tenant: string;
  /** Digest of the lanes that the person saw. */
  readonly digest: string;
  /** The unbooked amount that was sent after the backup, of every currency that is armed. */
  readonly unbooked: UnbookedStatement;
  readonly by: string;
  /** The comment: what was compared with what. */
  readonly comment: string;
  readonly requestId: string;
}

export interface RearmingRefusal {
  readonly code:
    | 'nothing-to-arm'
    | 'rearming-changed'
    | 'amounts-incomplete'
    | 'not-halted'
    | 'newer-version'
    | 'unreadable';
  readonly message: string;
}

export type RearmResult =
  /** One person has said so; another one has to. */
  | { readonly result: 'proposed'; readonly rearming: Rearming; readonly replayed: boolean }
  | { readonly result: 'armed'; readonly rearming: Rearming; readonly replayed: boolean }
  | { readonly result: 'refused'; readonly refusal: RearmingRefusal }
  | Contended;

/**
 * Arms the lanes of a restored ledger, once two different people have said the same about the very same lanes, with
 * the very same unbooked amounts. Lanes, the word of both, and the audit log change in one write. What limits count goes on
 * as the backup has it; schedules go on from this moment. Throws if the keys cannot be reached.
 */
export async function arm(ports: RearmingPorts, command: RearmingCommand): Promise<RearmResult> {
  return await untilWritten(() => rearmOnce(ports, command), MAX_CHANGE_ATTEMPTS);
}

async function rearmOnce(
  ports: RearmingPorts,
  command: RearmingCommand,
): Promise<RearmResult | null> {
  const { ledger } = ports;
  const { tenant, by } = command;
  const digest = statementDigest(command.digest, command.unbooked);
  const [lanes, epoch, current, policy, usage] = await Promise.all([
    ledger.readLanes(tenant),
    ledger.epoch(),
    ledger.readRearming(tenant),
    ledger.readPolicy(tenant),
    ledger.readCounts(tenant, 'outflow-usage'),
  ]);
  const view = rearmingView(lanes, epoch);
  if (current?.armed !== undefined && current.digest === digest && isOneOf(current, by)) {
    return { result: 'armed', rearming: current, replayed: true };
  }
  const nothing = refuseWithoutLanes(view);
  if (nothing !== null) return { result: 'refused', refusal: nothing };
  if (view.digest !== command.digest) {
    return refused('rearming-changed', 'The lanes are not what you saw. Look at them again.');
  }
  const incomplete = statementProblem(command.unbooked, view.rearmable);
  if (incomplete !== null) return refused('amounts-incomplete', incomplete);
  const refusal = refuseByPolicy(policy);
  if (refusal !== null) return { result: 'refused', refusal };
  const unread = refuseUnreadable(usage);
  if (unread !== null) return refused('unreadable', unread);
  if (current === null || !(await rearmingStands(ports, current, epoch, digest))) {
    return await propose(ports, command, { epoch, digest, currencies: view.rearmable, current });
  }
  if (current.by === by) return { result: 'proposed', rearming: current, replayed: true };
  return await agree(ports, command, current, rearmableLanes(lanes, epoch));
}

/** Null if there is a lane that can be armed. */
export function refuseWithoutLanes({
  rearmable,
  notYet,
}: Pick<RearmingView, 'rearmable' | 'notYet'>): RearmingRefusal | null {
  return rearmable.length > 0 ? null : { code: 'nothing-to-arm', message: nothingMessage(notYet) };
}

/** Null unless money would leave as soon as the lanes are armed, or another version of Sluice has to arm them. */
export function refuseByPolicy({
  controls,
  halt,
}: Pick<Policy, 'controls' | 'halt'>): RearmingRefusal | null {
  const unread = refusedByFormat(controls);
  if (unread !== null) return unread;
  if (controls === null || overallMode(controls, halt) !== 'live') return null;
  const message =
    'The mode is live: with the next snapshot money would leave. Halt first; ending the halt is a decision of its own.';
  return { code: 'not-halted', message };
}

function isOneOf({ by, armed }: Rearming, name: string): boolean {
  return by === name || armed?.by === name;
}

/**
 * A word that no deciding function took does not count: another program wrote it to the table, in the place of a
 * person.
 */
export async function rearmingStands(
  { seals, now }: Pick<RearmingPorts, 'now'> & { readonly seals: SealVerifier },
  rearming: Rearming,
  epoch: string,
  digest: string,
): Promise<boolean> {
  const { armed, expiresAt } = rearming;
  const isSame = armed === undefined && rearming.epoch === epoch && rearming.digest === digest;
  if (!isSame || now() >= expiresAt) return false;
  return (await judgeRearming(seals, epoch, rearming)) === 'valid';
}

function nothingMessage(notYet: readonly { readonly currency: string; readonly why: string }[]) {
  if (notYet.length === 0) return 'Every currency is armed in this ledger.';
  const each = notYet.map(({ currency, why }) => `${currency}: ${why}`).join('; ');
  return `No currency can be armed yet. ${each}.`;
}

function refused(code: RearmingRefusal['code'], message: string): RearmResult {
  return { result: 'refused', refusal: { code, message } };
}

interface Seen {
  readonly epoch: string;
  readonly digest: string;
  readonly currencies: readonly string[];
  readonly current: Rearming | null;
}

async function propose(
  ports: RearmingPorts,
  { tenant, by, comment, requestId, ...command }: RearmingCommand,
  { epoch, digest, currencies, current }: Seen,
): Promise<RearmResult | null> {
  const at = ports.now();
  const unbooked = canonicalStatement(command.unbooked);
  const said = withUnknown<Rearming>(rearmingSchema, current, {
    tenant,
    epoch,
    digest,
    currencies,
    unbooked,
    by,
    at,
    comment,
    expiresAt: plusSeconds(at, DEFAULT_CHANGE_EXPIRY_SECONDS),
    version: (current?.version ?? 0) + 1,
  });
  const rearming = await sealedRearming(ports.seals, said, at);
  const head = await ports.ledger.readAuditHead(tenant);
  const fact = { at, by, action: 'propose-rearming', subject: 'lanes', requestId };
  const entry = appendToChain(head, {
    ...fact,
    before: null,
    after: { epoch, currencies, unbooked, digest, comment },
  });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-rearming', rearming },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'proposed', rearming, replayed: false } : null;
}

async function agree(
  ports: RearmingPorts,
  { tenant, by, comment, requestId }: RearmingCommand,
  current: Rearming,
  lanes: readonly Lane[],
): Promise<RearmResult | null> {
  const at = ports.now();
  const { epoch, currencies, unbooked } = current;
  const rearming: Rearming = {
    ...withoutSeal(current),
    armed: { by, at, comment },
    version: current.version + 1,
  };
  const { things: webhooks, unreadable: others } = await ports.ledger.readWebhooks(tenant);
  const policy = await readWholePolicy(ports.ledger, tenant);
  const from = [...new Set(lanes.map((lane) => lane.epoch))];
  const resealing = { tenant, policy, webhooks, from, epoch, by, requestId, at };
  // Before the lanes: while they block, nothing is decided on policy that is half sealed.
  if (!(await resealPolicy(ports, resealing))) return null;
  const unreadable = notResealed(policy, others);
  const head = await ports.ledger.readAuditHead(tenant);
  const entry = appendToChain(head, {
    at,
    by: current.by,
    approvedBy: by,
    action: 'arm',
    subject: 'lanes',
    requestId,
    before: lanes.map((lane) => ({ currency: lane.currency, epoch: lane.epoch })),
    after: {
      ...{ epoch, currencies, unbooked, comment },
      ...(unreadable.length > 0 && { unreadable }),
    },
  });
  const armed = lanes.map((lane): LedgerWrite => {
    const rearmed = rearmLane(lane, epoch, at, amountOf(unbooked, lane));
    return { kind: 'rearm-lane', lane: rearmed, fromEpoch: lane.epoch };
  });
  const { ok } = await ports.ledger.commit(tenant, [
    ...armed,
    { kind: 'put-rearming', rearming },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'armed', rearming, replayed: false } : null;
}

/** No lane is armed without a stated amount: a word from before Sluice asked for amounts counts for nothing. */
function amountOf(unbooked: UnbookedStatement | undefined, { currency }: Lane): string {
  const amount = unbooked?.[currency];
  if (amount === undefined) throw new Error(`no unbooked amount was stated for ${currency}`);
  return amount;
}
