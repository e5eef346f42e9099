import { describe, expect, it } from 'vitest';
import type { Instruction } from '../../../../console/approving/instruction.ts';
import {
  explanationText,
  sameWord,
  verdictOf,
  wordText,
} from '../../../../console/settling/settlement.ts';
import { draftOf, NO_WORD, wordOf } from '../../../../console/settling/word-draft.ts';

const WITHDRAWAL: Instruction['content'] = {
  kind: 'withdrawal',
  amount: '1',
  currency: 'BTC',
  accountLabel: 'Cold',
  withdrawalAccountId: 'a',
};
const TRADE: Instruction['content'] = {
  kind: 'trade',
  amount: '1',
  instrument: 'BTC/USD',
  price: '50000',
  side: 'buy',
};

describe('the word about an outcome', () => {
  it('is missing until a person says which, and for a trade how much', () => {
    expect(wordOf(NO_WORD, WITHDRAWAL)).toBeNull();
    expect(wordOf({ ...NO_WORD, executed: 'yes' }, TRADE)).toBeNull();
    expect(wordOf({ ...NO_WORD, executed: 'yes', base: '1e3', quote: '5' }, TRADE)).toBeNull();
  });

  it('names the id of the withdrawal only where there is one', () => {
    expect(wordOf({ ...NO_WORD, executed: 'yes', withdrawalId: ' ' }, WITHDRAWAL)).toEqual({
      executed: true,
    });
    expect(wordOf({ ...NO_WORD, executed: 'yes', withdrawalId: ' wd-7 ' }, WITHDRAWAL)).toEqual({
      executed: true,
      withdrawalId: 'wd-7',
    });
  });

  it('says nothing of ids and fills where it was not executed', () => {
    const filled = { executed: 'no', withdrawalId: 'wd-7', base: '1', quote: '2' } as const;
    expect(wordOf(filled, WITHDRAWAL)).toEqual({ executed: false });
    expect(wordOf(filled, TRADE)).toEqual({ executed: false });
  });

  it('is the very same for the second person', () => {
    const said = { at: '2026-03-01T10:00:00Z', by: 'tara', comment: 'seen', evidence: 'e' };
    expect(sameWord({ ...said, executed: true, withdrawalId: 'wd-7' })).toEqual({
      executed: true,
      withdrawalId: 'wd-7',
    });
    expect(sameWord({ ...said, executed: false })).toEqual({ executed: false });
  });

  it('reads as a sentence with every digit', () => {
    const fill = { base: '0.123456789', quote: '6172.83945' };
    expect(wordText({ executed: true, fill }, TRADE, 'en')).toBe(
      'was executed: 0.123456789 BTC for 6,172.83945 USD',
    );
    expect(wordText({ executed: false }, WITHDRAWAL)).toBe('was not executed');
  });

  it('is read from a tab like anything from outside', () => {
    expect(draftOf({ executed: 'perhaps' })).toEqual(NO_WORD);
    expect(draftOf(null)).toEqual(NO_WORD);
    const kept = { ...NO_WORD, executed: 'no' };
    expect(draftOf(kept)).toEqual(kept);
  });
});

describe('the evidence', () => {
  it.each([
    [true, true, /^Both answers/],
    [true, false, /^Only “executed”/],
    [false, true, /^Only “not executed”/],
    [false, false, /^Neither answer/],
  ])('executed fits: %s, not executed fits: %s', (executed, notExecuted, verdict) => {
    expect(verdictOf({ explains: { executed, notExecuted } })).toMatch(verdict);
  });

  it('names earlier requests that showed late', () => {
    expect(explanationText({ executed: false, shownLate: ['a', 'b'] })).toBe(
      'It was not executed; earlier requests showed only after the claim.',
    );
    expect(explanationText({ executed: true, shownLate: [] })).toBe('It was executed.');
  });
});
