import type { CommitResult, Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Instant } from '../time/instant.ts';

/**
 * `room-taken`: the only obstacle was another claim that counts against the same tiers of approvals. `outflow-taken`: it
 * was one that counts against the same floor, or the same limit over several currencies.
 */
export type ClaimCommit = 'claimed' | 'lost' | 'room-taken' | 'outflow-taken';

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
  let conflicts: Conflicts = [];
  try {
    const result = await ledger.commit(tenant, changes);
    if (result.ok) return 'claimed';
    conflicts = result.conflicts;
  } catch (error) {
    lostAnswer = error;
  }
  const written = await ledger.readInstruction(tenant, claim.instructionId);
  if (written?.status.state === 'sending' && written.status.claim.nonce === claim.nonce) {
    return 'claimed';
  }
  if (lostAnswer !== null) throw lostAnswer;
  await haltWherePutBack(ledger, tenant, claim, { changes, conflicts });
  return takenBy(conflicts);
}

const ROOM: ReadonlySet<LedgerWrite['kind']> = new Set<LedgerWrite['kind']>([
  'put-approval-usage',
  'put-outflow-usage',
]);

function takenBy(conflicts: Conflicts): Exclude<ClaimCommit, 'claimed'> {
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
  { instructionId, claimedAt }: Claimed,
  failed: { readonly changes: readonly LedgerWrite[]; readonly conflicts: Conflicts },
): Promise<void> {
  const rested = failed.changes.filter(({ kind }) => failed.conflicts.includes(kind));
  if (!rested.some(({ kind }) => POLICY.has(kind))) return;
  const policy = await ledger.readPolicy(tenant);
  const back = rested.find((change) => stillStands(change, policy));
  if (back === undefined) return;
  const message = `an older version stands than the history of the policy has (${back.kind}). Something other than Sluice has written to the ledger.`;
  await ledger.commit(tenant, [tamperingHalt(instructionId, message, claimedAt)]);
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
