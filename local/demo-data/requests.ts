import { auditedDecision } from '../../treasury/approvals/audited-decision.ts';
import { changeOfFill, expectedChange } from '../../treasury/evidence/expected-change.ts';
import type { NoPerson } from '../../treasury/facts/actor.ts';
import { advance } from '../../treasury/instructions/advance.ts';
import { proposedBy } from '../../treasury/instructions/history.ts';
import {
  type Confirmation,
  type Content,
  currenciesOf,
  type Instruction,
  type Origin,
} from '../../treasury/instructions/instruction.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { claimLane, concludeLane } from '../../treasury/instructions/lane-transitions.ts';
import { askedBy } from '../../treasury/instructions/requester.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { ownCopyOf } from '../../treasury/sealing/claim-copies.ts';
import { claimRecord } from '../../treasury/sending/claim-record.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { MadeUpBooks } from './made-up-books.ts';
import { demoComment, ID_PREFIX, MADE_UP_PEOPLE } from './marks.ts';

/** Seconds between the steps of a request: the time that a service and people take. */
const ASKED_BEFORE_SECONDS = 5;
const APPROVAL_TAKES_SECONDS = 900;
const ANSWER_TAKES_SECONDS = 2;

/** More than any conversion of the made-up past. */
const MAXIMUM_NOTIONAL = '1000000000';

/** The made-up controls: the quarantine of a claim ends before the next made-up snapshot, and no proposal expires. */
export const CONTROLS: Controls = {
  mode: 'live',
  currencyModes: {},
  reportingCurrency: '',
  trades: { instruments: ['SOL/USD'], maximumNotional: MAXIMUM_NOTIONAL },
  approvalExpirySeconds: 3_600,
  lateExecutionBoundSeconds: 60,
  changeExpirySeconds: 604_800,
  version: 1,
};

export interface MadeUpRequest {
  readonly id: string;
  readonly at: Instant;
  readonly origin: Origin;
  readonly content: Content;
  /** Whether a person approves it; else its rule, or the limits of trades. */
  readonly withApproval: boolean;
  /** Total of each of its currencies before. */
  readonly balancesBefore: Readonly<Record<string, string>>;
}

/** From the command to the claim. */
export async function claimed(
  books: MadeUpBooks,
  tenant: string,
  request: MadeUpRequest,
): Promise<Instruction> {
  const { at, balancesBefore, withApproval } = request;
  const asked = proposed(tenant, request);
  const before = withApproval ? awaitingApproval(asked, request) : asked;
  const approved = withApproval
    ? advance(before, { kind: 'give-approval', at, by: MADE_UP_PEOPLE.approver })
    : advance(before, { kind: 'approve', at, by: approverOf(request) });
  const record = withApproval ? [await onRecord(books, { before, after: approved, at })] : [];
  const claim = { at, balancesBefore, write: 'create-instruction', record } as const;
  return await claimApproved(books, approved, claim);
}

/** What a rule decided, claimed by its sender: at once, or after a made-up person has approved it. */
export async function claimedSweep(
  books: MadeUpBooks,
  instruction: Instruction,
  at: Instant,
  balancesBefore: MadeUpRequest['balancesBefore'],
): Promise<Instruction> {
  const { approver } = MADE_UP_PEOPLE;
  const waits = instruction.status.state === 'awaiting-approval';
  const approved = waits
    ? advance(instruction, { kind: 'give-approval', at, by: approver })
    : instruction;
  if (waits) {
    await books.ledger.commit(books.tenant, [
      { kind: 'replace-instruction', instruction: approved },
      await onRecord(books, { before: instruction, after: approved, at }),
    ]);
  }
  const claim = { at, balancesBefore, write: 'replace-instruction', record: [] } as const;
  return await claimApproved(books, approved, claim);
}

/** When a sweep that was decided is claimed. */
export function sweepClaimedAt({ createdAt, status }: Instruction): Instant {
  const takes = status.state === 'awaiting-approval' ? APPROVAL_TAKES_SECONDS : 0;
  return plusSeconds(createdAt, takes + ASKED_BEFORE_SECONDS);
}

interface MadeUpClaim {
  readonly at: Instant;
  readonly balancesBefore: MadeUpRequest['balancesBefore'];
  readonly write: 'create-instruction' | 'replace-instruction';
  /** What the audit log gets of it. */
  readonly record: readonly LedgerWrite[];
}

async function claimApproved(
  books: MadeUpBooks,
  approved: Instruction,
  { at, balancesBefore, write, record }: MadeUpClaim,
): Promise<Instruction> {
  const { tenant, id, content } = approved;
  const lanes = await lanesOf(books, content);
  const claims = lanes.map((lane) => {
    const balanceBefore = balancesBefore[lane.currency] ?? '0';
    const claim = { instructionId: id, nonce: `${id}-nonce`, at, controls: CONTROLS };
    // Its lanes are those of no ledger: nothing counts what left by them, and the watchdog would miss what was debited.
    return { lane, claim: claimRecord({ ...claim, balanceBefore, debits: [] }) };
  });
  const [first, second] = claims;
  if (first === undefined) throw new Error(`${id} has no currency`);
  const sending = advance(approved, {
    kind: 'claim',
    claim: ownCopyOf(first.claim, second?.claim),
  });
  await books.ledger.commit(tenant, [
    { kind: write, instruction: sending },
    ...record,
    ...claims.map(
      ({ lane, claim }): LedgerWrite => ({
        kind: 'replace-lane',
        lane: claimLane(lane, claim),
        from: 'idle',
        read: lane,
      }),
    ),
  ]);
  return sending;
}

/** Its outcome. */
export async function concluded(
  books: MadeUpBooks,
  instruction: Instruction,
  outcome: Outcome<Confirmation>,
): Promise<void> {
  const { tenant, status, content } = instruction;
  if (status.state !== 'sending') throw new Error(`${instruction.id} is not being sent`);
  const { nonce } = status.claim;
  const at = plusSeconds(status.at, ANSWER_TAKES_SECONDS);
  const lanes = await lanesOf(books, content);
  const ids =
    outcome.state === 'confirmed' && outcome.confirmation.kind === 'withdrawal'
      ? outcome.confirmation.withdrawals.map(({ id }) => id)
      : [];
  await books.ledger.commit(tenant, [
    {
      kind: 'replace-instruction',
      instruction: advance(instruction, { kind: 'conclude', at, nonce, outcome }),
    },
    ...lanes.map((lane): LedgerWrite => {
      const change = changeOf(content, outcome, lane.currency);
      const after = concludeLane(lane, { nonce, at, outcome: outcome.state, change });
      return { kind: 'replace-lane', lane: after, from: lane.status.state, read: lane };
    }),
    ...ids.map(
      (withdrawalId): LedgerWrite => ({
        kind: 'record-withdrawal-id',
        withdrawalId,
        instructionId: instruction.id,
      }),
    ),
  ]);
}

function changeOf(content: Content, outcome: Outcome<Confirmation>, currency: string): string {
  const filled =
    outcome.state === 'confirmed' && outcome.confirmation.kind === 'trade'
      ? outcome.confirmation.trade.executed
      : undefined;
  return content.kind === 'trade' && filled !== undefined
    ? changeOfFill(content, filled, currency)
    : expectedChange(content, currency);
}

/** Asked for by one person, and declined by another. */
export async function declined(
  books: MadeUpBooks,
  tenant: string,
  request: MadeUpRequest,
): Promise<void> {
  const { at } = request;
  const before = awaitingApproval(proposed(tenant, request), request);
  const comment = demoComment('the invoice of Tessera Data BV is not due yet');
  const { approver } = MADE_UP_PEOPLE;
  const instruction = advance(before, { kind: 'decline', at, by: approver, comment });
  const said = { before, after: instruction, at, decision: 'decline', comment } as const;
  await books.ledger.commit(tenant, [
    { kind: 'create-instruction', instruction },
    await onRecord(books, said),
  ]);
}

/** A made-up person's decision, as the audit log has that of any person. */
async function onRecord(
  books: MadeUpBooks,
  {
    decision = 'approve',
    comment = demoComment('as agreed'),
    ...states
  }: {
    readonly before: Instruction;
    readonly after: Instruction;
    readonly at: Instant;
    readonly decision?: 'approve' | 'decline';
    readonly comment?: string;
  },
): Promise<LedgerWrite> {
  const { id: instructionId } = states.before;
  const requestId = `${ID_PREFIX}${decision}-${instructionId}`;
  const by = MADE_UP_PEOPLE.approver;
  const command = { by, decision, comment, instructionId, requestId };
  return auditedDecision(await books.ledger.readAuditHead(books.tenant), command, states);
}

function proposed(tenant: string, request: MadeUpRequest): Instruction {
  const { id, origin, content } = request;
  const createdAt = askedAt(request);
  const asked = {
    code: 'requested',
    by: askedBy(request),
    comment: demoComment('a made-up request'),
  } as const;
  return {
    id,
    tenant,
    origin,
    content,
    createdAt,
    status: { state: 'proposed', at: createdAt },
    history: [proposedBy(createdAt, asked)],
    version: 1,
  };
}

function askedAt({ at, withApproval }: MadeUpRequest): Instant {
  return plusSeconds(at, -ASKED_BEFORE_SECONDS - (withApproval ? APPROVAL_TAKES_SECONDS : 0));
}

/** What required no person stands in the place of one. */
function approverOf({ origin }: MadeUpRequest): NoPerson {
  return origin.kind === 'sweep'
    ? { code: 'rule', ruleId: origin.ruleId }
    : { code: 'trade-limits' };
}

function awaitingApproval(instruction: Instruction, request: MadeUpRequest): Instruction {
  const at = askedAt(request);
  const expiresAt = plusSeconds(at, CONTROLS.approvalExpirySeconds);
  return advance(instruction, { kind: 'require-approval', at, expiresAt });
}

async function lanesOf(books: MadeUpBooks, content: Content): Promise<readonly Lane[]> {
  const known = await books.ledger.readLanes(books.tenant);
  return currenciesOf(content).map((currency) => {
    const lane = known.find((each) => each.currency === currency);
    if (lane === undefined) throw new Error(`there is no lane of ${currency}`);
    return lane;
  });
}
