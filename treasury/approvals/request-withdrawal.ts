import { appendToChain } from '../audit/audit-entry.ts';
import { advance } from '../instructions/advance.ts';
import { proposedBy } from '../instructions/history-words.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import { fingerprintOf, withdrawalInstructionId } from '../instructions/instruction-id.ts';
import { noteOpen } from '../instructions/latch.ts';
import type { Controls } from '../policy/controls.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { Ledger } from '../ports/ledger.ts';
import type { Snapshots } from '../ports/snapshots.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { approvalsNeeded } from './approvals-needed.ts';
import { refuseWithdrawal, type WithdrawalRefusal } from './withdrawal-guards.ts';
import type { WithdrawalWish } from './withdrawal-wish.ts';

/** As with every write of people: three collisions in one request are too many. */
const MAX_REQUEST_ATTEMPTS = 3;

export interface RequestPorts extends Pick<Surroundings, 'now'> {
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readInstruction' | 'readAuditHead' | 'commit'
  >;
  readonly snapshots: Pick<Snapshots, 'latest'>;
}

export type RequestResult =
  /** It waits for the approval of one or two other people. */
  | { readonly result: 'requested'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'key-reused'; readonly instructionId: string }
  | { readonly result: 'refused'; readonly refusal: WithdrawalRefusal }
  | { readonly result: 'contended' };

/**
 * Asks for a withdrawal by hand: to an active registered account, within what the latest snapshot
 * shows and others have not been promised. At least one other person approves it, two where its value
 * is in the higher tier. It is sent like any other: decided again on fresh balances, once.
 */
export async function requestWithdrawal(
  ports: RequestPorts,
  wish: WithdrawalWish,
): Promise<RequestResult> {
  for (let attempt = 0; attempt < MAX_REQUEST_ATTEMPTS; attempt++) {
    const result = await requestOnce(ports, wish);
    if (result !== null) return result;
  }
  return { result: 'contended' };
}

async function requestOnce(
  ports: RequestPorts,
  wish: WithdrawalWish,
): Promise<RequestResult | null> {
  const { client, idempotencyKey } = wish;
  const id = withdrawalInstructionId(client, idempotencyKey);
  const standing = await ports.ledger.readInstruction(client, id);
  if (standing !== null) return repeated(standing, wish);
  const [policy, lanes, epoch, head, snapshot] = await Promise.all([
    ports.ledger.readPolicy(client),
    ports.ledger.readLanes(client),
    ports.ledger.epoch(),
    ports.ledger.readAuditHead(client),
    ports.snapshots.latest(client),
  ]);
  const account = policy.accounts.find((each) => each.id === wish.withdrawalAccountId) ?? null;
  const lane = lanes.find(({ currency }) => currency === account?.currency) ?? null;
  const at = ports.now();
  const guarded = refuseWithdrawal(wish, { policy, account, lane, epoch, snapshot, now: at });
  if (!guarded.ok) return { result: 'refused', refusal: guarded.refusal };
  const needed = peopleNeeded(wish, guarded.account, guarded.controls, guarded.snapshot);
  const instruction = proposed(wish, id, guarded.account, guarded.controls, needed, at);
  const entry = appendToChain(head, {
    at,
    by: wish.requestedBy,
    action: 'request-withdrawal',
    subject: id,
    requestId: wish.requestId,
    before: null,
    after: { content: instruction.content, words: wish.words, needed },
  });
  const open = { instructionId: id, amount: wish.amount };
  const { ok } = await ports.ledger.commit(client, [
    { kind: 'create-instruction', instruction },
    { kind: 'replace-lane', lane: noteOpen(guarded.lane, open), from: guarded.lane.latch.state },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'requested', instruction, replayed: false } : null;
}

function repeated(standing: Instruction, wish: WithdrawalWish): RequestResult {
  const { origin } = standing;
  return origin.kind === 'request' && origin.fingerprint === fingerprint(wish)
    ? { result: 'requested', instruction: standing, replayed: true }
    : { result: 'key-reused', instructionId: standing.id };
}

/** Somebody else always looks at it, whatever the tiers say. */
function peopleNeeded(
  { amount }: WithdrawalWish,
  { currency }: RegisteredAccount,
  { approvalTiers, reportingCurrency }: Controls,
  { valuation }: SnapshotTaken,
): ApprovalCount {
  const value = valueOfAmount(valuation, currency, amount, reportingCurrency);
  return approvalsNeeded(approvalTiers, value) === 2 ? 2 : 1;
}

function proposed(
  wish: WithdrawalWish,
  id: string,
  account: RegisteredAccount,
  controls: Controls,
  needed: ApprovalCount,
  at: Instant,
): Instruction {
  const { requestedBy, idempotencyKey, amount, words } = wish;
  const fresh: Instruction = {
    id,
    client: wish.client,
    origin: { kind: 'request', idempotencyKey, fingerprint: fingerprint(wish), requestedBy },
    content: {
      kind: 'withdrawal',
      currency: account.currency,
      amount,
      withdrawalAccountId: account.id,
      accountLabel: account.label,
    },
    createdAt: at,
    status: { state: 'proposed', at },
    history: [proposedBy(at, `asked for by ${requestedBy}: ${words}`)],
    version: 1,
  };
  const expiresAt = plusSeconds(at, controls.approvalExpirySeconds);
  return advance(fresh, { kind: 'require-approval', at, expiresAt, needed });
}

function fingerprint({ requestedBy, withdrawalAccountId, amount }: WithdrawalWish): string {
  return fingerprintOf([requestedBy, withdrawalAccountId, amount]);
}
