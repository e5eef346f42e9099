import { expect, it } from 'vitest';
import { shareOf } from '../../thoroughness.ts';
import { TRICKS } from './adversary.ts';
import { simulateClasses } from './simulate-classes.ts';

const WORLDS = 60;

it('classes explain what two people agreed to and no more, whatever an insider makes of the rules', async () => {
  const met: Record<string, number> = {};
  const first = Number(process.env.SEED ?? 0);
  for (let seed = first; seed < first + shareOf(WORLDS); seed++) {
    const result = await simulateClasses(seed);
    expect(result.violation, `SEED=${seed}`).toBeNull();
    for (const [name, times] of Object.entries(result.met)) met[name] = (met[name] ?? 0) + times;
  }
  for (const name of [...TRICKS, 'matched', 'theft', 'unknown', 'settled', 'settlement']) {
    expect(met[name] ?? 0, name).toBeGreaterThan(0);
  }
});
