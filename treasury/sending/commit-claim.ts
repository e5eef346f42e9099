import type { Tampering } from '../facts/halt-facts.ts';
import type { CommitResult, Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import { isPutBack } from '../sealing/put-back.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Instant } from '../time/instant.ts';

/**
 * `room-taken`: the only obstacle was another claim that counts against the same tiers of approvals. `outflow-taken`: it
 * was one that counts against the same floor, or the same limit over several currencies. `put-back`: the instruction had
 * left before, and only its old item stands again.
 */
export type ClaimCommit = 'claimed' | 'lost' | 'room-taken' | 'outflow-taken' | 'put-back';

interface Claimed {
  readonly instructionId: string;
  readonly nonce: string;
  readonly claimedAt: Instant;
}

/**
 * Commits a claim and finds out which invocation holds it. A condition that fails may be this invocation's own
 * earlier success, whose late response was retried; a lost response says nothing. In both cases the nonce in the
 * instruction decides, never the response alone.
 */
export async function commitClaim(
  ledger: Ledger,
  tenant: string,
  claim: Claimed,
  changes: readonly LedgerWrite[],
): Promise<ClaimCommit> {
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
  return takenBy(conflicts);
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
  found: Tampering,
): Promise<void> {
  await ledger.commit(tenant, [tamperingHalt(instructionId, found, claimedAt)]);
}

const ROOM: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'put-approval-usage',
  'put-outflow-usage',
]);

function takenBy(conflicts: Conflicts): 'lost' | 'room-taken' | 'outflow-taken' {
  if (conflicts.length === 0 || !conflicts.every((kind) => ROOM.has(kind))) return 'lost';
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
  await haltEverything(ledger, tenant, claim, { code: 'policy-older', asserted: back.kind });
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
