import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { showDecision } from '../../treasury/facts/sentences/say/show-decision.ts';
import { evaluate } from '../../treasury/rules/evaluate.ts';
import { CHANGES } from '../unit/rules/changes.ts';
import { situation } from '../unit/rules/samples.ts';
import { inputOf } from './page-input.ts';
import { drawnSituation } from './page-situations.ts';

/*
 * Goal: what a client reads of a decision stays as it is, however decisions are stored.
 * Method: the situation of every reason, and drawn ones of several rules, are decided, and all that is said of each decision
 * is compared with what was recorded. After a change of texts that is meant, the record is made anew:
 *
 *   WRITE_RECORD=1 npm run test:only -- test/property/recorded-texts.test.ts
 */

const RECORD = 'test/property/recorded-texts.json.br';
/** Always the same situations: fast-check draws them from this. */
const SEED = 20_260_105;
/** Enough for every kind of limit to be met, and to miss, beside others. */
const SITUATIONS = 60;

const inputs = [
  ...Object.values(CHANGES).map(situation),
  ...fc.sample(drawnSituation, { seed: SEED, numRuns: SITUATIONS }).map(inputOf),
];

/** As the API says them. */
const said = () =>
  inputs.map((input) =>
    evaluate(input)
      .map((decision) => showDecision(decision))
      .map(({ ruleId, checks, explanation }) => ({ ruleId, checks, explanation })),
  );

it('decisions say what they said', () => {
  if (process.env.WRITE_RECORD === '1') {
    writeFileSync(RECORD, brotliCompressSync(JSON.stringify(said())));
  }
  expect(said()).toEqual(JSON.parse(brotliDecompressSync(readFileSync(RECORD)).toString()));
});
