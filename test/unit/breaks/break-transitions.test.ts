import { expect, it } from 'vitest';
import {
  type BreakCandidate,
  lookedAtAgain,
  openBreak,
} from '../../../treasury/breaks/break-transitions.ts';
import type { Break } from '../../../treasury/ledger/break.ts';

const AT = '2026-03-02T10:10:00.000Z';
const LATER = '2026-03-02T10:20:00.000Z';

const FOUND: BreakCandidate = {
  flow: {
    tenant: 'main',
    currency: 'BTC',
    snapshot: '2026-03-02T10:00:00.000Z',
    readAt: '2026-03-02T10:00:02.000Z',
    sinceSnapshot: '2026-03-02T09:00:00.000Z',
    sinceReadAt: '2026-03-02T09:00:02.000Z',
    opening: '5',
    closing: '3.5',
    movements: [
      {
        kind: 'withdrawal',
        instructionId: 'w-1',
        at: '2026-03-02T09:30:00.000Z',
        amount: '-1',
        askedBy: 'tess',
        approvedBy: ['ada'],
        about: { code: 'withdrawal', accountLabel: 'Cold storage' },
      },
    ],
    unexplained: '-0.5',
    price: null,
    reportingCurrency: 'USD',
  },
  isBreak: true,
  mayBe: [],
  awaits: [],
  isDoubted: false,
  takenForWhole: [],
};

const OPEN = openBreak(FOUND, AT, null);
const [movement] = FOUND.flow.movements;

it('a break whose interval shows the same again stays as it is', () => {
  expect(lookedAtAgain(OPEN, FOUND, LATER)).toBeNull();
});

it.each([
  ['an opening', { opening: '6', closing: '4.5' }],
  ['a closing and a movement', { closing: '2.5', movements: [{ ...movement, amount: '-2' }] }],
  ['the instruction of a movement', { movements: [{ ...movement, instructionId: 'w-2' }] }],
  ['an earlier reading', { sinceReadAt: '2026-03-02T09:00:05.000Z' }],
])('a break of the same amount is written anew for another fact: %s', (_what, change) => {
  const candidate = { ...FOUND, flow: { ...FOUND.flow, ...change } } as BreakCandidate;
  const after = lookedAtAgain(OPEN, candidate, LATER);
  expect(after).toMatchObject({
    version: 2,
    amount: '-0.5',
    found: openBreak(candidate, AT, null).found,
  });
});

it('what a later version found beside the facts of this one is no change, and stays where the facts are the same', () => {
  const found = { ...OPEN.found, confidence: 'high' };
  const known: Break = { ...OPEN, found };
  expect(lookedAtAgain(known, FOUND, LATER)).toBeNull();
  const moved = { ...FOUND.flow, sinceSnapshot: '2026-03-02T08:59:00.000Z' };
  expect(lookedAtAgain(known, { ...FOUND, flow: moved }, LATER)).toMatchObject({
    version: 2,
    found,
  });
});
