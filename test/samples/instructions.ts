import { advance } from '../../treasury/instructions/advance.ts';
import { proposedBy } from '../../treasury/instructions/history.ts';
import type {
  Content,
  Instruction,
  InstructionStatus,
} from '../../treasury/instructions/instruction.ts';
import { type ClaimRecord, newLane } from '../../treasury/instructions/lane.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** A withdrawal as a rule proposes it. Named sample values, so that tests say only what differs. */
export const PROPOSED: Instruction = {
  id: 'sweep-btc-excess-20260105T090000Z',
  tenant: 'main',
  origin: {
    kind: 'sweep',
    ruleId: 'btc-excess',
    ruleVersion: 1,
    occurrence: '2026-01-05T09:00:00.000Z',
    snapshot: '2026-01-05T09:00:00.000Z',
  },
  content: {
    kind: 'withdrawal',
    currency: 'BTC',
    amount: '1.25',
    withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
    accountLabel: 'Cold storage',
  },
  createdAt: '2026-01-05T09:00:01.000Z',
  status: { state: 'proposed', at: '2026-01-05T09:00:01.000Z' },
  history: [proposedBy('2026-01-05T09:00:01.000Z', { code: 'requested', by: 'rule btc-excess' })],
  version: 1,
};

export const CLAIM: ClaimRecord = {
  instructionId: PROPOSED.id,
  nonce: 'nonce-of-the-sender',
  claimedAt: '2026-01-05T09:00:02.000Z',
  sendBy: '2026-01-05T09:00:12.000Z',
  quarantineUntil: '2026-01-05T09:05:00.000Z',
  balanceBefore: '3.25',
  debits: [
    {
      counter: { kind: 'rule', of: 'btc-excess', unit: 'BTC' },
      amount: '1.25',
      at: '2026-01-05T09:00:02.000Z',
    },
  ],
};

/** Approved by its rule as soon as it was proposed. */
export const APPROVED = advance(PROPOSED, {
  kind: 'approve',
  at: PROPOSED.createdAt,
  by: { code: 'rule', ruleId: 'btc-excess' },
});

export const SENDING = advance(APPROVED, { kind: 'claim', claim: CLAIM });

export const IDLE_LANE = newLane('main', 'BTC', 'table-1');

/** What tom asked for and ann approved, claimed at a moment; in any state. */
export function asked(
  id: string,
  content: Content,
  claimedAt: Instant,
  status: InstructionStatus,
): Instruction {
  return {
    id,
    tenant: 'main',
    origin: { kind: 'request', idempotencyKey: id, fingerprint: '', requestedBy: 'tom' },
    content,
    createdAt: claimedAt,
    status,
    history: [
      { at: claimedAt, state: 'proposed', fact: { code: 'requested', by: 'tom' } },
      { at: claimedAt, state: 'approved', fact: { code: 'approved', by: ['ann'] } },
    ],
    version: 4,
  };
}
