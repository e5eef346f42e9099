import { appendToChain } from '../audit/audit-entry.ts';
import type { PolicyLedger } from '../changes/ports.ts';
import { MAX_CHANGE_ATTEMPTS } from '../changes/refusal.ts';
import { readWholePolicy } from '../changes/whole-policy.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import type { Lane } from '../instructions/lane.ts';
import { notSentByFormat } from '../instructions/not-sent.ts';
import { rearmLane } from '../instructions/rearm-lane.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type Rearming, rearmingSchema, type UnbookedStatement } from '../ledger/rearming.ts';
import { overallMode } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../policy/policy-limits.ts';
import type { Webhook } from '../policy/webhook.ts';
import type { Effects } from '../ports/effects.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { judgeRearming, sealedRearming } from '../sealing/policy-seals.ts';
import type { CountMarks } from '../seals/count-marks.ts';
import type { CountSeals, Seals, SealVerifier } from '../seals/ports.ts';
import { plusSeconds } from '../time/instant.ts';
import { type RearmingView, rearmingView } from './rearming.ts';
import { resealPolicy } from './reseal-policy.ts';
import {
  judgeRestored,
  type RestoredCounts,
  rearmedCounts,
  unprovenIn,
} from './restored-counts.ts';
import { canonicalStatement, statementDigest, statementProblem } from './unbooked-statement.ts';
import { unprovenProblem } from './unproven-statement.ts';

export interface RearmingPorts extends Pick<Effects, 'now'> {
  readonly seals: Seals;
  readonly counts: CountSeals;
  readonly marks: CountMarks;
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readCounts' | 'readAuditHead' | 'commit'
  > &
    Pick<PolicyLedger, 'readMatchingRules' | 'readManualRates'> & {
      /** Those that were not deleted. */
      readonly readWebhooks: (tenant: string) => Promise<readonly Webhook[]>;
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
  /** What limits count that no seal proves, and that is to count as it stands; absent if that is nothing. */
  readonly unproven?: readonly string[];
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
    | 'counts-unproven'
    | 'not-halted'
    | 'newer-version';
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
 * the very same unbooked amounts. Lanes, what limits count, the word of both, and the audit log change in one write. What
 * limits count goes on from the backup's, sealed for this table; schedules go on from this moment. Throws if the keys
 * cannot be reached.
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
  const digest = statementDigest(command.digest, command.unbooked, command.unproven);
  const [lanes, epoch, current, policy] = await Promise.all([
    ledger.readLanes(tenant),
    ledger.epoch(),
    ledger.readRearming(tenant),
    ledger.readPolicy(tenant),
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
  const restored = await judgeRestored(ports, { tenant, epoch, lanes });
  const unproven = unprovenProblem(command.unproven ?? [], unprovenIn(restored));
  if (unproven !== null) return refused('counts-unproven', unproven);
  if (current === null || !(await rearmingStands(ports, current, epoch, digest))) {
    return await propose(ports, command, { epoch, digest, currencies: view.rearmable, current });
  }
  if (current.by === by) return { result: 'proposed', rearming: current, replayed: true };
  return await agree(ports, command, current, restored);
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
  const newer = notSentByFormat(controls);
  if (newer !== null) return { code: newer.code, message: sayNotSent(newer) };
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
  const unproven = unprovenOf(command);
  const said = withUnknown<Rearming>(rearmingSchema, current, {
    tenant,
    epoch,
    digest,
    currencies,
    unbooked,
    ...unproven,
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
    after: { epoch, currencies, unbooked, ...unproven, digest, comment },
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
  restored: RestoredCounts,
): Promise<RearmResult | null> {
  const at = ports.now();
  const { epoch, currencies, unbooked } = current;
  const rearming: Rearming = {
    ...withoutSeal(current),
    armed: { by, at, comment },
    version: current.version + 1,
  };
  const webhooks = await ports.ledger.readWebhooks(tenant);
  const policy = await readWholePolicy(ports.ledger, tenant);
  const lanes = restored.lanes.map(({ lane }) => lane);
  const from = [...new Set(lanes.map((lane) => lane.epoch))];
  const resealing = { tenant, policy, webhooks, from, epoch, by, requestId, at };
  // Before the lanes: while they block, nothing is decided on policy that is half sealed.
  if (!(await resealPolicy(ports, resealing))) return null;
  const head = await ports.ledger.readAuditHead(tenant);
  const entry = appendToChain(head, {
    at,
    by: current.by,
    approvedBy: by,
    action: 'arm',
    subject: 'lanes',
    requestId,
    before: lanes.map((lane) => ({ currency: lane.currency, epoch: lane.epoch })),
    after: { epoch, currencies, unbooked, ...unprovenOf(current), comment },
  });
  const armed = await rearmedCounts(ports.counts, { tenant, epoch }, restored, (lane) =>
    rearmLane(lane, epoch, at, amountOf(unbooked, lane)),
  );
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

/** Left out where everything is proven, as before Sluice asked for it. */
function unprovenOf({ unproven = [] }: Pick<RearmingCommand, 'unproven'>) {
  return unproven.length === 0 ? {} : { unproven: unproven.toSorted() };
}
