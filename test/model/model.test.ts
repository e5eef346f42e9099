import { beforeAll, describe, expect, it } from 'vitest';
import { isThorough } from '../thoroughness.ts';
import { checkModel, type ModelReport } from './check.ts';

/** Ten times what it takes on one core of a small machine: slow is not wrong. */
const TIMEOUT_MS = 60_000;

/*
 * A share of what `npm run check:model` searches, and in `npm test` a sample: every interleaving of the larger scenarios
 * is left to that.
 */
describe('the interleavings of the money protocol', () => {
  let report: ModelReport;
  beforeAll(() => {
    report = checkModel(isThorough ? 'share' : 'sample');
  }, TIMEOUT_MS);

  it('never executes twice, denies, invents or overspends', () => {
    const broken = report.scenarios.filter(({ violation }) => violation !== null);
    expect(broken.map(({ name, violation }) => ({ name, violation }))).toEqual([]);
  });

  it('leaves a way to an end, with the help of people', () => {
    const stuck = report.scenarios.filter(({ stuck }) => stuck !== null);
    expect(stuck.map(({ name, stuck }) => ({ name, stuck }))).toEqual([]);
  });

  it.runIf(isThorough)(
    'is searched to the end where the scenario is small, and takes every kind of step',
    () => {
      const small = report.scenarios.filter(({ shared }) => !shared);
      expect(small.length).toBeGreaterThanOrEqual(5);
      expect(small.filter(({ complete }) => !complete)).toEqual([]);
      expect(report.neverTaken).toEqual([]);
    },
  );

  it('catches every variant that is known to be wrong', () => {
    const missed = report.controls.filter(({ caught }) => !caught);
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('rests on each of its stated assumptions', () => {
    const idle = report.assumptions.filter(({ caught }) => !caught);
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  it('stands for every other reply by one that is judged the same', () => {
    expect(report.misrepresented).toEqual([]);
  });
});
