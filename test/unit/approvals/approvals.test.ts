import { describe, expect, it } from 'vitest';
import { contentDigest } from '../../../treasury/approvals/content-digest.ts';
import { type DecisionCommand, judgeDecision } from '../../../treasury/approvals/judge-decision.ts';
import { showHistory } from '../../../treasury/facts/sentences/say/show-instruction.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Destination } from '../../../treasury/instructions/destination.ts';
import type { ApprovalCount, Instruction } from '../../../treasury/instructions/instruction.ts';
import { approvalsByTier } from '../../../treasury/limits/approvals-required.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';

const AT = '2026-01-05T09:00:10.000Z';
const EXPIRES = '2026-01-05T10:00:00.000Z';

const waiting = (approvalsRequired?: ApprovalCount): Instruction =>
  advance(PROPOSED, {
    kind: 'require-approval',
    at: AT,
    expiresAt: EXPIRES,
    ...(approvalsRequired === undefined ? {} : { approvalsRequired }),
  });
const approvedBy = (instruction: Instruction, by: string) =>
  advance(instruction, { kind: 'give-approval', at: AT, by });

const COMMAND: DecisionCommand = {
  tenant: 'main',
  instructionId: PROPOSED.id,
  by: 'ada',
  decision: 'approve',
  content: contentDigest(PROPOSED),
  comment: 'as agreed',
  requestId: 'request-1',
};

function judged(
  change: Partial<DecisionCommand>,
  instruction: Instruction | null,
  at = AT,
  destination: Destination | null = null,
) {
  const { judgement, ...rest } = judgeDecision(
    { ...COMMAND, ...change },
    instruction,
    at,
    destination,
  );
  return 'refusal' in rest ? rest.refusal.code : judgement;
}

describe('the approvals that a value needs', () => {
  const TIERS = { oneAbove: '1000', twoAbove: '50000' };
  it.each([
    ['1000', 0],
    ['1000.000000000000000001', 1],
    ['50000', 1],
    ['50000.01', 2],
    [null, 2],
  ])('of %s are %s', (value, approvalsRequired) => {
    expect(approvalsByTier(TIERS, value)).toBe(approvalsRequired);
  });

  it('are none without tiers, and one where only one tier is set and the value is not known', () => {
    expect(approvalsByTier(undefined, null)).toBe(0);
    expect(approvalsByTier({}, null)).toBe(0);
    expect(approvalsByTier({ oneAbove: '1' }, null)).toBe(1);
    expect(approvalsByTier({ twoAbove: '1' }, '2')).toBe(2);
  });
});

describe('an approval of what goes to a destination', () => {
  const SEEN = {
    label: 'Cold storage',
    network: 'bitcoin',
    currency: 'BTC',
    details: { address: 'bc1-ours', memo: { of: 'us', tags: [1, 2] } },
  };
  const to = (destination: Destination) => ({ ...waiting(), destination });
  const approving = (seen: Destination) => ({ content: contentDigest(to(seen)) });

  it.each([
    ['another address', { details: { ...SEEN.details, address: 'bc1-theirs' } }],
    ['another memo', { details: { ...SEEN.details, memo: { of: 'them', tags: [1, 2] } } }],
    ['tags in another order', { details: { ...SEEN.details, memo: { of: 'us', tags: [2, 1] } } }],
    ['a detail more', { details: { ...SEEN.details, via: 'a bridge' } }],
    ['a detail less', { details: { address: 'bc1-ours' } }],
    ['another network', { network: 'lightning' }],
    ['another label', { label: 'Cold Storage' }],
  ])('is not taken from who saw %s', (_, change) => {
    const other = { ...SEEN, ...change };
    expect(judged(approving(other), to(SEEN), AT, SEEN)).toBe('content-differs');
    // And not for what became another after it was asked for, whichever of the two was seen.
    expect(judged(approving(SEEN), to(SEEN), AT, other)).toBe('content-differs');
    expect(judged(approving(other), to(SEEN), AT, other)).toBe('content-differs');
  });

  it('is taken from who saw it as it stands, in whatever order its details are stored', () => {
    const { address, memo } = SEEN.details;
    const stored = { ...SEEN, details: { memo, address } };
    expect(judged(approving(SEEN), to(stored), AT, SEEN)).toBe('proceed');
  });

  it('is not taken where the account is gone', () => {
    expect(judged(approving(SEEN), to(SEEN), AT, null)).toBe('content-differs');
  });
});

describe('an instruction that waits for approvals', () => {
  it('is approved by one person where one is needed', () => {
    expect(approvedBy(waiting(), 'ada').status).toEqual({
      state: 'approved',
      at: AT,
      approvals: [{ by: 'ada', at: AT }],
    });
    expect(approvedBy(waiting(1), 'ada').status.state).toBe('approved');
  });

  it('waits on after the first of two, and says so', () => {
    const first = approvedBy(waiting(2), 'ada');
    expect(first.status).toMatchObject({ state: 'awaiting-approval', approvals: [{ by: 'ada' }] });
    expect(showHistory(waiting(2).history).at(-1)?.message).toBe(
      `waits for the approvals of 2 people until ${EXPIRES}`,
    );
    expect(showHistory(first.history).at(-1)?.message).toBe(
      `ada approves; one more person has to by ${EXPIRES}`,
    );
    expect(approvedBy(first, 'bob').status).toMatchObject({
      state: 'approved',
      approvals: [{ by: 'ada' }, { by: 'bob' }],
    });
  });

  it('is never approved twice by the same person', () => {
    expect(() => approvedBy(approvedBy(waiting(2), 'ada'), 'ada')).toThrow(/the same person twice/);
  });
});

describe("a person's decision", () => {
  it('is taken while it is waited for', () => {
    for (const decision of ['approve', 'decline', 'cancel'] as const) {
      expect(judged({ decision }, waiting())).toBe('proceed');
    }
  });

  it('is refused where nothing waits for it', () => {
    const approved = advance(PROPOSED, {
      kind: 'approve',
      at: AT,
      by: { code: 'rule', ruleId: 'btc-cold' },
    });
    const sending = advance(approved, { kind: 'claim', claim: CLAIM });
    expect(judged({}, null)).toBe('not-found');
    expect(judged({}, approved)).toBe('not-awaiting');
    expect(judged({ decision: 'decline' }, sending)).toBe('not-awaiting');
    expect(judged({ decision: 'cancel' }, approved)).toBe('proceed');
    expect(judged({ decision: 'cancel' }, sending)).toBe('not-cancellable');
  });

  it('comes too late when the time for it is over, to the millisecond', () => {
    expect(judged({}, waiting(), plusSeconds(EXPIRES, -0.001))).toBe('proceed');
    expect(judged({}, waiting(), EXPIRES)).toBe('approval-expired');
    expect(judged({ decision: 'decline' }, waiting(), EXPIRES)).toBe('approval-expired');
    expect(judged({ decision: 'cancel' }, waiting(), EXPIRES)).toBe('proceed');
  });

  it('cannot be the approval of the person who asked', () => {
    const origin = {
      kind: 'request',
      idempotencyKey: 'k',
      fingerprint: 'f',
      requestedBy: 'ada',
    } as const;
    const asked = { ...waiting(), origin };
    expect(judged({}, asked)).toBe('maker-is-checker');
    expect(judged({ by: 'bob' }, asked)).toBe('proceed');
    expect(judged({ decision: 'decline' }, asked)).toBe('proceed');
  });

  it('is bound to the very content: any other amount, account or id voids it', () => {
    const content = PROPOSED.content;
    if (content.kind !== 'withdrawal') throw new Error('not a withdrawal');
    const others: readonly Instruction[] = [
      { ...PROPOSED, content: { ...content, amount: '1.26' } },
      { ...PROPOSED, content: { ...content, withdrawalAccountId: 'another' } },
      { ...PROPOSED, content: { ...content, currency: 'ETH' } },
      { ...PROPOSED, id: 'another' },
    ];
    for (const other of others) {
      expect(judged({ content: contentDigest(other) }, waiting())).toBe('content-differs');
    }
    const { content: _, ...bare } = COMMAND;
    expect(judgeDecision(bare, waiting(), AT, null)).toMatchObject({ judgement: 'refuse' });
  });

  it('is answered as done where the same person decided the same before', () => {
    expect(judged({}, approvedBy(waiting(), 'ada'))).toBe('done-before');
    expect(judged({}, approvedBy(waiting(2), 'ada'))).toBe('done-before');
    expect(judged({}, approvedBy(waiting(), 'bob'))).toBe('not-awaiting');
    const declined = advance(waiting(), { kind: 'decline', at: AT, by: 'ada', comment: 'no' });
    expect(judged({ decision: 'decline' }, declined)).toBe('done-before');
    expect(judged({ decision: 'decline', by: 'bob' }, declined)).toBe('not-awaiting');
  });
});
