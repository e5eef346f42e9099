import type { CommitResult, Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import { isPutBack } from '../sealing/put-back.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import { type CountSeals, SealsUnavailableError } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import { putBackIn, sealedClaim } from './commit-counted.ts';

/**
 * `room-taken`: the only obstacle was another claim that counts against the same tiers of approvals. `outflow-taken`: it
 * was one that counts against the same floor, or the same limit over several currencies. `unverified`: the key of counts is
 * out of reach; nothing was written. `put-back`: the instruction had left before, and only its old item stands again.
 */
export type ClaimCommit =
  | 'claimed'
  | 'lost'
  | 'room-taken'
  | 'outflow-taken'
  | 'unverified'
  | 'put-back';

/** The explanation of `unverified`. */
export const COUNTS_UNVERIFIED =
  'the key that limits count with is out of reach; nothing was claimed';

interface Claimed {
  readonly instructionId: string;
  readonly nonce: string;
  readonly claimedAt: Instant;
}

/**
 * Commits a claim and finds out which invocation holds it. A condition that fails may be this invocation's own
 * earlier success, whose late response was retried; a lost response says nothing. In both cases the nonce in the
 * instruction decides, never the response alone. Counts that Sluice did not write are claimed on by nothing: they halt
 * everything.
 */
export async function commitClaim(
  { ledger, counts }: { readonly ledger: Ledger; readonly counts: CountSeals },
  tenant: string,
  claim: Claimed,
  counted: readonly LedgerWrite[],
): Promise<ClaimCommit> {
  const sealed = await sealedClaim(counts, tenant, counted).catch((error: unknown) => {
    if (error instanceof SealsUnavailableError) return null;
    throw error;
  });
  if (sealed === null) return 'unverified';
  if (!sealed.ok) {
    await haltEverything(ledger, tenant, claim, sealed.message);
    return 'lost';
  }
  const { writes: changes } = sealed;
  let lostAnswer: unknown = null;
  let result: CommitResult = { ok: true };
  try {
    result = await ledger.commit(tenant, changes);
    if (result.ok) return 'claimed';
  } catch (error) {
    lostAnswer = error;
  }
  const written = await ledger.readInstruction(tenant, claim.instructionId);
  if (written?.status.state === 'sending' && written.status.claim.nonce === claim.nonce) {
    return 'claimed';
  }
  if (lostAnswer !== null) throw lostAnswer;
  const conflicts = result.ok ? [] : result.conflicts;
  if (await isClaimedBefore(ledger, changes, result)) return 'put-back';
  await haltWherePutBack(ledger, tenant, claim, { changes, conflicts });
  const message = await putBackIn(ledger, tenant, changes, result);
  if (message !== null) await haltEverything(ledger, tenant, claim, message);
  return message === null ? takenBy(conflicts) : 'lost';
}

async function isClaimedBefore(
  ledger: Ledger,
  changes: readonly LedgerWrite[],
  result: CommitResult,
): Promise<boolean> {
  const replaced = changes.find((change) => change.kind === 'replace-instruction');
  if (replaced === undefined) return false;
  const { tenant, id, version } = replaced.instruction;
  return await isPutBack(ledger, { tenant, id, version: version - 1 }, result);
}

async function haltEverything(
  ledger: Ledger,
  tenant: string,
  { instructionId, claimedAt }: Claimed,
  message: string,
): Promise<void> {
  await ledger.commit(tenant, [tamperingHalt(instructionId, message, claimedAt)]);
}

const ROOM: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'put-approval-usage',
  'put-outflow-usage',
]);

function takenBy(conflicts: Conflicts): 'lost' | 'room-taken' | 'outflow-taken' {
  // Whoever counts first takes the number of the count as well.
  const taken = conflicts.filter((kind) => kind !== 'mark-count');
  if (taken.length === 0 || !taken.every((kind) => ROOM.has(kind))) return 'lost';
  return conflicts.includes('put-outflow-usage') ? 'outflow-taken' : 'room-taken';
}

type Conflicts = (CommitResult & { readonly ok: false })['conflicts'];

/**
 * A claim also requires that its policy is the newest version there ever was. If that fails and the very same version
 * is still in force, another program than Sluice has put it back: a change writes the piece and its history at once.
 */
async function haltWherePutBack(
  ledger: Ledger,
  tenant: string,
  claim: Claimed,
  failed: { readonly changes: readonly LedgerWrite[]; readonly conflicts: Conflicts },
): Promise<void> {
  const rested = failed.changes.filter(({ kind }) => failed.conflicts.includes(kind));
  if (!rested.some(({ kind }) => POLICY.has(kind))) return;
  const policy = await ledger.readPolicy(tenant);
  const back = rested.find((change) => stillStands(change, policy));
  if (back === undefined) return;
  const message = `an older version stands than the history of the policy has (${back.kind}). Something other than Sluice has written to the ledger.`;
  await haltEverything(ledger, tenant, claim, message);
}

const POLICY: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'assert-controls-unchanged',
  'assert-rule-unchanged',
  'assert-account-unchanged',
  'assert-calendar-unchanged',
]);

function stillStands(
  change: LedgerWrite,
  { controls, rules, accounts, calendars = [] }: Policy,
): boolean {
  switch (change.kind) {
    case 'assert-controls-unchanged':
      return controls?.version === change.version;
    case 'assert-rule-unchanged':
      return rules.find(({ id }) => id === change.ruleId)?.version === change.version;
    case 'assert-account-unchanged':
      return accounts.find(({ id }) => id === change.accountId)?.version === change.version;
    case 'assert-calendar-unchanged':
      return calendars.find(({ id }) => id === change.calendarId)?.version === change.version;
    default:
      return false;
  }
}
