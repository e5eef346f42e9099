import { expectedChange } from '../../treasury/evidence/expected-change.ts';
import { advance } from '../../treasury/instructions/advance.ts';
import { proposedBy } from '../../treasury/instructions/history-message.ts';
import {
  type Confirmation,
  type Content,
  currenciesOf,
  type Instruction,
  type Origin,
} from '../../treasury/instructions/instruction.ts';
import { type Lane, newLane } from '../../treasury/instructions/lane.ts';
import { claimLane, concludeLane } from '../../treasury/instructions/lane-transitions.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { claimRecord } from '../../treasury/sending/claim-record.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { BooksInMemory } from './books-in-memory.ts';
import { demoComment, ID_PREFIX, MADE_UP_PEOPLE } from './marks.ts';

/** Seconds between the steps of a request: the time that a service and people take. */
const ASKED_BEFORE_SECONDS = 5;
const APPROVAL_TAKES_SECONDS = 900;
const ANSWER_TAKES_SECONDS = 2;

/** The part of the controls that a claim depends on: its quarantine ends before the next made-up snapshot. */
const CONTROLS: Controls = {
  mode: 'live',
  currencyModes: {},
  reportingCurrency: '',
  trades: { instruments: [], maximumNotional: '0' },
  approvalExpirySeconds: 3_600,
  lateExecutionBoundSeconds: 60,
  version: 1,
};

/** Identity of a table that does not exist: nothing may ever be sent on the strength of such a lane. */
const NO_TABLE = 'demo-data';

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
  books: BooksInMemory,
  tenant: string,
  request: MadeUpRequest,
): Promise<Instruction> {
  const { at } = request;
  const approved = approvedInstruction(proposed(tenant, request), request);
  const lanes = await lanesOf(books, tenant, request.content);
  const claims = lanes.map((lane) => {
    const balanceBefore = request.balancesBefore[lane.currency] ?? '0';
    const nonce = `${request.id}-nonce`;
    const record = { instructionId: request.id, nonce, at, controls: CONTROLS, balanceBefore };
    return { lane, claim: claimRecord(record) };
  });
  const [first] = claims;
  if (first === undefined) throw new Error(`${request.id} has no currency`);
  const sending = advance(approved, { kind: 'claim', claim: first.claim });
  await books.ledger.commit(tenant, [
    { kind: 'create-instruction', instruction: sending },
    ...claims.map(
      ({ lane, claim }): LedgerWrite => ({
        kind: 'replace-lane',
        lane: claimLane(lane, claim),
        from: 'idle',
      }),
    ),
  ]);
  return sending;
}

/** Its outcome. */
export async function concluded(
  books: BooksInMemory,
  instruction: Instruction,
  outcome: Outcome<Confirmation>,
): Promise<void> {
  const { tenant, status, content } = instruction;
  if (status.state !== 'sending') throw new Error(`${instruction.id} is not being sent`);
  const { nonce } = status.claim;
  const at = plusSeconds(status.at, ANSWER_TAKES_SECONDS);
  const lanes = await lanesOf(books, tenant, content);
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
      const change = expectedChange(content, lane.currency);
      const after = concludeLane(lane, { nonce, at, outcome: outcome.state, change });
      return { kind: 'replace-lane', lane: after, from: lane.status.state };
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

/** Asked for by one person, and declined by another. */
export async function declined(
  books: BooksInMemory,
  tenant: string,
  request: MadeUpRequest,
): Promise<void> {
  const waiting = awaitingApproval(proposed(tenant, request), request);
  const instruction = advance(waiting, {
    kind: 'decline',
    at: request.at,
    by: MADE_UP_PEOPLE.approver,
    comment: demoComment('the invoice is not due yet'),
  });
  await books.ledger.commit(tenant, [{ kind: 'create-instruction', instruction }]);
}

function proposed(tenant: string, request: MadeUpRequest): Instruction {
  const { id, origin, content } = request;
  const createdAt = askedAt(request);
  const comment =
    origin.kind === 'sweep'
      ? demoComment(`rule ${origin.ruleId}`)
      : `asked for by ${origin.requestedBy}`;
  return {
    id,
    tenant,
    origin,
    content,
    createdAt,
    status: { state: 'proposed', at: createdAt },
    history: [proposedBy(createdAt, comment)],
    version: 1,
  };
}

function askedAt({ at, withApproval }: MadeUpRequest): Instant {
  return plusSeconds(at, -ASKED_BEFORE_SECONDS - (withApproval ? APPROVAL_TAKES_SECONDS : 0));
}

function approvedInstruction(instruction: Instruction, request: MadeUpRequest): Instruction {
  const at = plusSeconds(request.at, -ASKED_BEFORE_SECONDS);
  if (request.withApproval) {
    const { approver } = MADE_UP_PEOPLE;
    const waiting = awaitingApproval(instruction, request);
    return advance(waiting, { kind: 'give-approval', at, by: approver });
  }
  const { origin } = request;
  const by = origin.kind === 'sweep' ? `rule ${origin.ruleId}` : `${ID_PREFIX}trade-limits`;
  return advance(instruction, { kind: 'approve', at, by });
}

function awaitingApproval(instruction: Instruction, request: MadeUpRequest): Instruction {
  const at = askedAt(request);
  const expiresAt = plusSeconds(at, CONTROLS.approvalExpirySeconds);
  return advance(instruction, { kind: 'require-approval', at, expiresAt });
}

async function lanesOf(
  books: BooksInMemory,
  tenant: string,
  content: Content,
): Promise<readonly Lane[]> {
  const known = await books.ledger.readLanes();
  return currenciesOf(content).map(
    (currency) =>
      known.find((lane) => lane.currency === currency) ?? newLane(tenant, currency, NO_TABLE),
  );
}
