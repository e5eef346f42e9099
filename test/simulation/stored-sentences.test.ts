import { expect, it } from 'vitest';
import { sentencesIn } from '../stored-sentences.ts';
import { isThorough, shareOf } from '../thoroughness.ts';
import { simulate } from './simulate.ts';

/** Worlds each of whose writes is read. */
const WORLDS = shareOf(160);

/** Where people write, and what is quoted: all else that is stored is codes, names and numbers, which sentences are made of. */
const WRITTEN_BY_OTHERS = {
  'what people call a rule, an account or a calendar': /\.label$/,
  'what people write beside what they decide': /\.comment$/,
  'what the service answered': /\.evidence$/,
  'what the system says of an error, beside the code': /\.came\.why\.said$/,
  'what is quoted of its answer, beside the code of what was found in it':
    /\.found\.(answered|stated\.value)$/,
};

it('no write of the ledger holds a sentence but what people wrote and what the service said', {
  timeout: 120_000,
}, async () => {
  const found = new Map<string, string>();
  for (let seed = 0; seed < WORLDS; seed++) {
    await simulate(seed, {
      onWrite: (write) => {
        for (const [path, sentence] of sentencesIn(write, write.kind)) found.set(path, sentence);
      },
    });
  }
  const paths = [...found.keys()];
  const allowed = Object.values(WRITTEN_BY_OTHERS);
  // Each was met: a path that nothing has is no place for a sentence. A share of the worlds
  // does not meet what is rare.
  for (const [what, path] of Object.entries(isThorough ? WRITTEN_BY_OTHERS : {})) {
    expect(
      paths.some((each) => path.test(each)),
      what,
    ).toBe(true);
  }
  const own = [...found].filter(([path]) => !allowed.some((each) => each.test(path)));
  expect(Object.fromEntries(own)).toEqual({});
});
