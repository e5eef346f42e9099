import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isThorough, shareOf, takesPart } from '../thoroughness.ts';
import { type CampaignResult, runCampaign } from './campaign.ts';
import { Coverage } from './coverage.ts';
import { MUTATIONS } from './mutations.ts';
import { CANARY } from './secret-store.ts';
import { simulate } from './simulate.ts';

/** Worlds in CI, and a share of them in every run of the tests; the long campaigns are run by hand (docs/simulation.md). */
const WORLDS = shareOf(130);
/** Worlds whose every line is read. */
const TRACED_WORLDS = shareOf(20);
/** Worlds within which a mutated line has to be found out; the campaign ends at the first. */
const WORLDS_FOR_A_MUTATION = 1_000;
/** Where a campaign begins that would meet what finds its mutation only after many worlds. */
const BEGINNINGS: Partial<Record<keyof typeof MUTATIONS, number>> = {
  version: 120,
  'total-floor': 240,
  'trade-proof': 395,
  'counterparty-limit': 200,
  'counts-compared': 590,
  'inverse-prices': 1_870,
  seal: 160,
  'lifetime-limit': 100,
  'withdrawals-limit': 110,
  'withdrawals-debit': 110,
  'put-back': 160,
  'reading-seal': 640,
  'amount-fee-bound': 195,
  'fresh-reading': 550,
  'fill-limit': 490,
};
/**
 * Worlds in which a campaign once found a defect, or a hole of the oracle. New kinds of worlds have changed most of them since:
 * that 305 still meets what it was found for was tried without its mend, the others are tried for what they meet now.
 */
const FOUND = [
  1_306, 1_514, 26_738, 1_028_000, 3_096_173, 4_001_123, 5_010_170, 5_016_795, 5_032_953, 5_036_152,
  5_060_307, 6_005_467, 6_009_884, 6_011_750, 7_037_136, 2_003_641, 8_004_388, 8_004_771, 8_035_409,
  8_116_961, 305, 20_006_258, 20_011_911, 20_018_354, 20_031_344, 20_047_678, 20_048_894,
  21_048_761, 21_020_465, 7_636, 31_018_932, 31_061_299, 31_079_644,
];
/** A mutation that is found late still gets through: a world has grown to 0.1 s, so that 1,000 of them take about 100 s. */
const MUTATION_TIMEOUT_MS = 120_000;

const run = promisify(execFile);
const COMMAND = 'bin/simulate.ts';

describe('the whole system, simulated', () => {
  it(`does nothing that must not be in ${WORLDS} worlds`, { timeout: 60_000 }, async () => {
    const { failure, coverage, seeds } = await runCampaign({ from: 0, seeds: WORLDS });
    expect(failure && [failure.seed, failure.violation, ...failure.trace.slice(-60)]).toBeNull();
    expect(seeds).toBe(WORLDS);
    // A share meets too little of what is rare.
    if (!isThorough) return;
    // Worlds in which little happens show little; what is rare takes a longer campaign.
    const total = new Coverage();
    total.add(coverage);
    const groups = total.missing();
    const never = groups.flatMap(({ never }) => never).length;
    const expected = groups.reduce((sum, group) => sum + group.expected, 0);
    expect(never / expected, JSON.stringify(groups)).toBeLessThan(0.2);
  });

  it.each(FOUND)(
    'does nothing that must not be in world %d, where something was found',
    async (seed) => {
      expect((await simulate(seed)).violation).toBeNull();
    },
  );

  it('gives the same world for the same seed, to the last line, and another for another', async () => {
    const first = await simulate(11, { traced: true });
    const second = await simulate(11, { traced: true });
    const untraced = await simulate(11);
    const other = await simulate(12, { traced: true });
    expect(second.digest).toBe(first.digest);
    expect(second.trace).toEqual(first.trace);
    expect(untraced.steps).toBe(first.steps);
    expect(untraced.coverage).toEqual(first.coverage);
    expect(other.digest).not.toBe(first.digest);
  });

  it('says in no line what the token is', async () => {
    for (let seed = 0; seed < TRACED_WORLDS; seed++) {
      const { trace } = await simulate(seed, { traced: true });
      expect(trace.length).toBeGreaterThan(50);
      expect(trace.filter((line) => line.includes(CANARY))).toEqual([]);
    }
  });
});

describe('one line of the protocol changed', () => {
  it.each(Object.entries(MUTATIONS).filter((_, index) => takesPart(index)))(
    `is found out within ${WORLDS_FOR_A_MUTATION} worlds: %s`,
    { timeout: MUTATION_TIMEOUT_MS },
    async (name, { what }) => {
      const from = BEGINNINGS[name as keyof typeof MUTATIONS] ?? 0;
      const worlds = ['--from', `${from}`, '--seeds', `${WORLDS_FOR_A_MUTATION}`];
      const result = await simulated([...worlds, '--mutate', name]);
      const { failure, seeds } = result;
      expect(failure, what).not.toBeNull();
      expect(failure?.violation.code).not.toBe('defect');
      process.stdout.write(`${name}: found after ${seeds} worlds: ${failure?.violation.message}\n`);
    },
  );

  it('is refused where the line is not what it was', async () => {
    const { loadMutated } = await import('./mutations.ts');
    const gone = { ...MUTATIONS.nonce, line: 'this line stands nowhere' };
    expect(() => loadMutated(gone)).toThrow('0 times; expected: once');
  });
});

describe('the command', () => {
  it.runIf(isThorough)('repeats one world bit for bit, in processes of their own', async () => {
    const [first, second] = await Promise.all([traced(3), traced(3)]);
    expect(second).toBe(first);
    expect(first).toContain('seed 3: ok;');
  });

  it('ends with 1, the seed and the numbered trace where something must not be', async () => {
    const args = [COMMAND, '--mutate', 'nonce', '--seeds', `${WORLDS_FOR_A_MUTATION}`];
    const failed = await run(process.execPath, args, OPTIONS).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1 });
    const { stdout } = failed as { readonly stdout: string };
    expect(stdout).toMatch(/^VIOLATION in the world of seed \d+: /);
    expect(stdout).toMatch(/\n +\d+\. \d{4}-\d\d-\d\dT[\d:.]+Z [\w -]+: /);
    expect(stdout).toMatch(/npm run simulate -- --seed \d+ --trace/);
  });
});

const OPTIONS = { maxBuffer: 64 * 1024 * 1024 } as const;

async function traced(seed: number): Promise<string> {
  const args = [COMMAND, '--seed', `${seed}`, '--trace'];
  return (await run(process.execPath, args, OPTIONS)).stdout;
}

/** A campaign of a process of its own; that it fails is what is asked for. */
async function simulated(args: readonly string[]): Promise<CampaignResult> {
  const answer = await run(process.execPath, [COMMAND, '--json', ...args], OPTIONS).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  return JSON.parse(answer.stdout) as CampaignResult;
}
