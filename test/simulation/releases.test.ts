import { describe, expect, it } from 'vitest';
import { isThorough, shareOf } from '../thoroughness.ts';
import { Coverage } from './coverage.ts';
import type { FaultName } from './faults.ts';
import { simulate } from './simulate.ts';

/** Worlds, from seed 0 on. */
const WORLDS = shareOf(100);

/** What they are about. */
const MET: readonly FaultName[] = [
  'two releases run side by side',
  'the format is raised',
  'the format is raised past Sluice',
  'the format is lowered past Sluice',
  'older code meets a newer format',
  'older code records what it sent in a newer format',
];

describe('a format that is raised while the release before still runs', () => {
  it(`has the older one claim, decide and propose nothing, and nothing sent twice, in ${WORLDS} worlds`, {
    timeout: 300_000,
  }, async () => {
    const met = new Coverage();
    for (let seed = 0; seed < WORLDS; seed++) {
      const { violation, coverage } = await simulate(seed, { releases: true });
      expect([seed, violation]).toEqual([seed, null]);
      met.add(coverage);
    }
    if (!isThorough) return;
    const { faults } = met.toJSON();
    expect(MET.filter((name) => faults?.[name] === undefined)).toEqual([]);
  });
});
