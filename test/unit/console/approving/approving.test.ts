import { describe, expect, it } from 'vitest';
import { addressHistory, isNewAddress } from '../../../../console/approving/address-history.ts';
import {
  destinationDifferences,
  instructionDifferences,
} from '../../../../console/approving/differences.ts';
import { listNamedBy } from '../../../../console/approving/instruction.ts';
import { isRecent, takesRecentSignIn } from '../../../../console/approving/recent-sign-in.ts';
import { afterDecision, whatMoves } from '../../../../console/approving/texts.ts';
import { whyNot } from '../../../../console/approving/who-may.ts';
import { groupsOf, isComparedInGroups } from '../../../../console/display/groups.ts';
import { waitingWithdrawal } from './instructions.ts';

const NOW = new Date('2026-01-05T09:10:00.000Z');
const approver = { id: 'anna', kind: 'person', operations: ['approveWithdrawal'] } as const;
const may = (changed: object) => ({
  ...approver,
  operations: [...approver.operations],
  ...changed,
});
const destination = waitingWithdrawal().destination;
if (destination === undefined) throw new Error('the withdrawal has a destination');

describe('who may approve', () => {
  it('is another person than the one who asked, whose role permits it, in time', () => {
    const waiting = waitingWithdrawal();
    expect(whyNot('approve', waiting, may({}), NOW)).toBeNull();
    expect(whyNot('approve', waiting, may({ id: 'tina' }), NOW)).toMatch(/yourself/);
    expect(whyNot('approve', waiting, may({ kind: 'program' }), NOW)).toMatch(/person/);
    expect(whyNot('approve', waiting, may({ operations: [] }), NOW)).toMatch(/roles/);
    const late = new Date('2026-01-05T10:00:00.000Z');
    expect(whyNot('approve', waiting, may({}), late)).toMatch(/over/);
  });

  it('is no person twice', () => {
    const status = {
      state: 'awaiting-approval',
      at: '2026-01-05T09:05:00.000Z',
      expiresAt: '2026-01-05T10:00:00.000Z',
      approvalsRequired: 2,
      approvals: [{ by: 'anna', at: '2026-01-05T09:05:00.000Z' }],
    } as const;
    const once = waitingWithdrawal({ status: { ...status, approvals: [...status.approvals] } });
    expect(whyNot('approve', once, may({}), NOW)).toMatch(/1 more person has to/);
    expect(whyNot('approve', once, may({ id: 'bo' }), NOW)).toBeNull();
  });

  it('cancels what was approved and not sent, and nothing that was sent', () => {
    const canceller = may({ operations: ['cancelWithdrawal'] });
    const approved = waitingWithdrawal({ status: { state: 'approved', at: '', by: 'anna' } });
    expect(whyNot('cancel', approved, canceller, NOW)).toBeNull();
    expect(whyNot('approve', approved, may({}), NOW)).toMatch(/waits for no approval/);
    const expired = waitingWithdrawal({ status: { state: 'expired', at: '' } });
    expect(whyNot('cancel', expired, canceller, NOW)).toMatch(/not been sent/);
  });
});

describe('a change while a person looks at it', () => {
  it('is shown field by field', () => {
    const seen = waitingWithdrawal();
    const other = { ...destination, details: { beneficiary: { address: 'bc1other' } } };
    const now = waitingWithdrawal({ destination: other });
    expect(instructionDifferences(seen, now)).toEqual([
      {
        field: 'destination.details.beneficiary.address',
        before: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        after: 'bc1other',
      },
    ]);
    expect(instructionDifferences(seen, { ...seen, version: 9 })).toEqual([]);
  });

  it('compares the account as it is registered by what money follows', () => {
    const registered = { ...destination, id: 'x', status: 'active', version: 4 };
    expect(destinationDifferences(destination, registered)).toEqual([]);
    const moved = { ...registered, details: {} };
    expect(destinationDifferences(destination, moved)).toHaveLength(1);
  });
});

describe('an address', () => {
  const UNKNOWN = { registeredAt: null, changedAt: null };
  const all = { before: null, isCut: false };
  const paid = (createdAt: string, to = destination) =>
    waitingWithdrawal({ createdAt, destination: to });

  it('is new until a withdrawal to this very address was confirmed', () => {
    const none = addressHistory(destination, [], all);
    expect(isNewAddress(none, UNKNOWN, NOW)).toBe(true);
    const before = { ...destination, details: { beneficiary: { address: 'bc1before' } } };
    const others = addressHistory(destination, [paid('2025-01-01T00:00:00.000Z', before)], all);
    expect(others.payments).toBe(0);
    const known = addressHistory(
      destination,
      [
        paid('2025-03-01T00:00:00.000Z'),
        paid('2025-01-01T00:00:00.000Z', { ...destination, label: 'Old' }),
      ],
      all,
    );
    expect(known).toMatchObject({
      payments: 2,
      firstAt: '2025-01-01T00:00:00.000Z',
      lastAt: '2025-03-01T00:00:00.000Z',
    });
    expect(isNewAddress(known, UNKNOWN, NOW)).toBe(false);
    const own = [paid('2025-03-01T00:00:00.000Z')];
    const itself = { before: '2025-03-01T00:00:00.000Z', isCut: false };
    expect(addressHistory(destination, own, itself).payments).toBe(0);
    const changed = { registeredAt: '2025-01-01T00:00:00Z', changedAt: '2026-01-03T00:00:00Z' };
    expect(isNewAddress(known, changed, NOW)).toBe(true);
  });

  it('stands in groups of four which together are the whole text', () => {
    expect(groupsOf('DE89370400440532013000')).toEqual([
      ...['DE89', '3704', '0044', '0532', '0130', '00'],
    ]);
    expect(groupsOf('x😀yz1').join('')).toBe('x😀yz1');
    expect(isComparedInGroups('Example Bank of the North')).toBe(false);
    expect(isComparedInGroups('021000021')).toBe(true);
  });
});

describe('a recent sign-in', () => {
  const tiers = (approvalTiers: object) => ({ reportingCurrency: 'USD', approvalTiers });

  it('is under five minutes old, as the issuer says', () => {
    expect(isRecent(null, NOW)).toBe(false);
    expect(isRecent(new Date('2026-01-05T09:05:01.000Z'), NOW)).toBe(true);
    expect(isRecent(new Date('2026-01-05T09:05:00.000Z'), NOW)).toBe(false);
  });

  it('is needed above the tier of two people, and where no limit or no price says otherwise', () => {
    const withdrawal = waitingWithdrawal();
    expect(takesRecentSignIn(withdrawal, tiers({ oneAbove: '1', twoAbove: '32000' }))).toBe(false);
    expect(takesRecentSignIn(withdrawal, tiers({ twoAbove: '31999.99' }))).toBe(true);
    expect(takesRecentSignIn(withdrawal, { reportingCurrency: 'USD' })).toBe(true);
    expect(takesRecentSignIn(withdrawal, undefined)).toBe(true);
    const { value: _, ...unvalued } = withdrawal;
    expect(takesRecentSignIn(unvalued, tiers({ twoAbove: '32000' }))).toBe(true);
  });
});

describe('the words of a decision', () => {
  it('name the amount and where it goes', () => {
    expect(whatMoves(waitingWithdrawal().content, 'en')).toBe('0.50000000 BTC to Cold storage');
    const trade = { instrument: 'BTC/USD', side: 'sell', price: '64250.5', amount: '1' } as const;
    expect(whatMoves({ kind: 'trade', ...trade }, 'en')).toBe(
      'the sale of 1.00000000 BTC at 64,250.50 USD at least',
    );
  });

  it('never call an approval a payment', () => {
    const approved = waitingWithdrawal({ status: { state: 'approved', at: '', by: 'anna' } });
    expect(afterDecision(approved)).not.toMatch(/paid|done|sent\b(?!;)/i);
    expect(afterDecision(waitingWithdrawal())).toMatch(/1 more person has to approve it/);
  });
});

describe('the list of an instruction of which only the id is known', () => {
  it.each([
    ['withdrawal-1', 'withdrawals'],
    ['sweep-btc-20261123T075000Z', 'withdrawals'],
    ['trade-1', 'trades'],
    ['convert-eth-20261123T075000Z', 'trades'],
  ])('%s is one of the %s', (id, list) => {
    expect(listNamedBy(id)).toBe(list);
  });
});
