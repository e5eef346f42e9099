import type { Instruction } from '../../../../console/approving/instruction.ts';

/** A withdrawal by hand that waits for one person, as the API shows it. */
export function waitingWithdrawal(changed: Partial<Instruction> = {}): Instruction {
  return {
    id: 'withdrawal-1',
    tenant: 'main',
    origin: { kind: 'request', idempotencyKey: 'k', fingerprint: 'f', requestedBy: 'tina' },
    content: {
      kind: 'withdrawal',
      currency: 'BTC',
      amount: '0.5',
      withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
      accountLabel: 'Cold storage',
    },
    destination: {
      label: 'Cold storage',
      network: 'bitcoin',
      currency: 'BTC',
      details: { beneficiary: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } },
    },
    createdAt: '2026-01-05T09:00:00.000Z',
    value: { amount: '32000', currency: 'USD' },
    status: {
      state: 'awaiting-approval',
      at: '2026-01-05T09:00:00.000Z',
      expiresAt: '2026-01-05T10:00:00.000Z',
    },
    history: [
      {
        at: '2026-01-05T09:00:00.000Z',
        state: 'proposed',
        message: 'asked for by tina: audit',
        comment: 'audit',
      },
    ],
    version: 2,
    contentDigest: 'digest-1',
    names: { rules: {}, accounts: {}, people: { tina: 'Tina Weber', anna: 'Anna Roth' } },
    ...changed,
  };
}
