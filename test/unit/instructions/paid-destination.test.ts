import { describe, expect, it } from 'vitest';
import { claimLane, concludeLane } from '../../../treasury/instructions/lane-transitions.ts';
import {
  digestOfDestination,
  leftUnnamed,
  paidTo,
} from '../../../treasury/instructions/paid-destination.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';

const AT = '2026-01-05T09:00:03.000Z';
const ACCOUNT = '0B6F9C0E-6D8C-4F0E-8D63-0F5F5A3F1A01';
const PLACE = { network: 'bitcoin', details: { beneficiary: { address: 'bc1-example' } } };
const FIRST = { accountId: ACCOUNT, of: digestOfDestination(PLACE), amount: '1.25' };
const SAYS = { network: 'bitcoin', details: { 'beneficiary.address': 'bc1-example' } };

const claimed = claimLane(IDLE_LANE, { ...CLAIM, firstPayment: FIRST });
const conclude = (outcome: 'confirmed' | 'not-sent' | 'unknown', isNamed?: boolean) =>
  concludeLane(claimed, {
    nonce: CLAIM.nonce,
    at: AT,
    outcome,
    ...(isNamed !== undefined && {
      answered: {
        accountId: ACCOUNT,
        place: PLACE,
        destination: { isNamed, stated: [], notStated: [], says: isNamed ? SAYS : { details: {} } },
      },
    }),
  });
const left = (lane: ReturnType<typeof conclude>, place = PLACE) =>
  leftUnnamed(paidTo(lane.destinations, ACCOUNT, place))?.toFixed() ?? null;

describe('what left for a place that no answer has named', () => {
  it('counts from the claim on, whatever became of it, and is given back where nothing left', () => {
    expect(left(claimed)).toBe('1.25');
    expect(left(conclude('unknown'))).toBe('1.25');
    expect(left(conclude('confirmed', false))).toBe('1.25');
    expect(left(conclude('not-sent'))).toBe('0');
  });

  it('counts no more once an answer has named it', () => {
    const lane = conclude('confirmed', true);
    expect(left(lane)).toBeNull();
    expect(paidTo(lane.destinations, ACCOUNT.toLowerCase(), PLACE)).toMatchObject({
      namedAt: AT,
      says: SAYS,
    });
  });

  it('begins anew where the account is another place', () => {
    const moved = { ...PLACE, details: { beneficiary: { address: 'bc1-other' } } };
    expect(left(conclude('confirmed', true), moved)).toBe('0');
    expect(paidTo(conclude('confirmed', true).destinations, ACCOUNT, moved)).toBeNull();
  });
});

it('what the service says first of a place stays, and what it adds is kept', () => {
  const lane = conclude('confirmed', true);
  const again = claimLane(lane, { ...CLAIM, nonce: 'next' });
  const says = { details: { 'beneficiary.address': 'BC1-EXAMPLE', 'beneficiary.tag': '4711' } };
  const next = concludeLane(again, {
    nonce: 'next',
    at: AT,
    outcome: 'confirmed',
    answered: {
      accountId: ACCOUNT,
      place: PLACE,
      destination: { isNamed: false, stated: [], notStated: [], says },
    },
  });
  expect(paidTo(next.destinations, ACCOUNT, PLACE)).toMatchObject({
    namedAt: AT,
    says: { network: 'bitcoin', details: { ...SAYS.details, 'beneficiary.tag': '4711' } },
  });
});
