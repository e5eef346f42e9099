import { contentDigest } from '../approvals/content-digest.ts';
import { type DecisionRefusal, judgeDecision } from '../approvals/judge-decision.ts';
import { refuseStopped } from '../approvals/refuse-stopped.ts';
import { type Destination, destinationOf } from '../instructions/destination.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import { judgeInstruction } from '../sealing/instruction-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Instant } from '../time/instant.ts';
import type { InboxJudgement, WhyNotCode } from './inbox-item.ts';

const CODES: Readonly<Record<DecisionRefusal['code'], WhyNotCode>> = {
  'not-found': 'changed',
  'not-awaiting': 'changed',
  'not-cancellable': 'changed',
  'approval-expired': 'expired',
  'maker-is-checker': 'own-proposal',
  'not-sealed': 'not-trusted',
  'seal-invalid': 'not-trusted',
  'content-differs': 'changed',
  disarmed: 'blocked',
  'newer-version': 'newer-version',
  unreadable: 'blocked',
  halted: 'blocked',
  'dry-run': 'blocked',
  'account-not-active': 'blocked',
  'account-cooling-off': 'not-yet',
};

export interface SeenInstruction {
  readonly instruction: Instruction;
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly at: Instant;
}

/** What the approval of a person would meet who has seen the instruction as it stands. */
export async function judgeInstructionFor(
  by: string,
  seals: SealVerifier,
  seen: SeenInstruction,
): Promise<InboxJudgement> {
  const { instruction, policy, epoch, at } = seen;
  const { id, tenant } = instruction;
  const verdict = await judgeInstruction(seals, epoch, instruction, at);
  const trusted = verdict === 'valid' || verdict === 'expired';
  const content = contentDigest(instruction);
  const said = { tenant, instructionId: id, by, content, comment: '', requestId: '' };
  const command = { ...said, decision: 'approve' } as const;
  const judged = judgeDecision(command, instruction, at, destinationIn(policy, instruction));
  if (judged.judgement === 'refuse') {
    const { code, message } = judged.refusal;
    return { trusted, whyNot: { code: CODES[code], message } };
  }
  if (judged.judgement === 'done-before') {
    const message = { code: 'one-of-two-by-you' } as const;
    return { trusted, whyNot: { code: 'already-decided', message } };
  }
  if (!trusted)
    return { trusted, whyNot: { code: 'not-trusted', message: { code: 'written-by-another' } } };
  const stopped = refuseStopped(instruction, seen);
  if (stopped === null) return { trusted, whyNot: null };
  const { code, message } = stopped;
  return { trusted, whyNot: { code: CODES[code], message } };
}

/** The account as it stands; approving compares it with the one that was shown. */
function destinationIn({ accounts }: Policy, { content }: Instruction): Destination | null {
  if (content.kind !== 'withdrawal') return null;
  const key = accountKey(content.withdrawalAccountId);
  const account = accounts.find(({ id }) => accountKey(id) === key);
  return account === undefined ? null : destinationOf(account);
}
