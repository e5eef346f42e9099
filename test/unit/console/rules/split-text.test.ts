import { describe, expect, it } from 'vitest';
import {
  bodyOfSplit,
  NEW_SPLIT,
  readSplit,
  splitProblem,
  splitText,
  writeSplit,
} from '../../../../console/screens/rules/split-text.ts';

const weights = (...sizes: readonly string[]) =>
  writeSplit({
    kind: 'weights',
    rows: sizes.map((size, index) => ({ account: `a-${index}`, size })),
  });
const amounts = (...sizes: readonly string[]) =>
  writeSplit({
    kind: 'amounts',
    rows: sizes.map((size, index) => ({ account: `a-${index}`, size })),
  });
const nameOf = (account: string) => account.toUpperCase();

describe('a split in the form of a rule', () => {
  it('is read again as it was written', () => {
    for (const text of [weights('60', '40'), amounts('5', '')]) {
      expect(writeSplit(readSplit(text))).toBe(text);
    }
    expect(readSplit('')).toBeNull();
    expect(readSplit('{half')).toBeNull();
  });

  it('pays its first part to the account of the rule', () => {
    const form = readSplit(weights('60', '40')) ?? NEW_SPLIT;
    expect(bodyOfSplit(form, 'own')).toEqual({
      kind: 'weights',
      parts: [
        { withdrawalAccountId: 'own', percent: '60' },
        { withdrawalAccountId: 'a-1', percent: '40' },
      ],
    });
  });

  it('gives the last part no amount', () => {
    const form = readSplit(amounts('5', '')) ?? NEW_SPLIT;
    expect(bodyOfSplit(form)).toEqual({
      kind: 'amounts',
      parts: [{ withdrawalAccountId: 'a-0', amount: '5' }, { withdrawalAccountId: 'a-1' }],
    });
  });

  it.each([
    ['none', '', null],
    ['whole', weights('33.34', '33.33', '33.33'), null],
    ['too little', weights('33.33', '33.33', '33.33'), 'add to 99.99'],
    ['nothing in a part', weights('100', '0'), 'Each part needs a percentage'],
    ['an account twice', weights('50', '25', '25').replace('a-2', 'A-1'), 'Each account once'],
    ['no account', weights('50', '50').replace('a-1', ''), 'Each part needs an account'],
    ['amounts', amounts('5', ''), null],
    ['no amount in the middle', amounts('5', '', ''), 'Each part but the last'],
  ])('%s: what is wrong with it', (_, text, problem) => {
    const said = splitProblem(text);
    if (problem === null) expect(said).toBeNull();
    else expect(said).toContain(problem);
  });

  it('is said in the words of the rule', () => {
    expect(splitText(weights('60', '40'), nameOf)).toBe('60 % to A-0 and 40 % to A-1');
    expect(splitText(amounts('5', '2', ''), nameOf)).toBe(
      'the first 5 to A-0, the next 2 to A-1 and the rest to A-2',
    );
    expect(splitText('', nameOf)).toBeNull();
  });
});
