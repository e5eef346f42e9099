import { Coverage, type CoverageCounts } from './coverage.ts';
import { simulate } from './simulate.ts';
import type { Violation } from './violation.ts';

/** A world in which something was that must not be, with what led there. */
export interface Failure {
  readonly seed: number;
  readonly violation: Violation;
  readonly trace: readonly string[];
}

export interface CampaignResult {
  readonly from: number;
  /** Worlds that were run, the failing one included. */
  readonly seeds: number;
  readonly failure: Failure | null;
  readonly coverage: CoverageCounts;
  readonly steps: number;
  readonly seconds: number;
}

export interface CampaignOptions {
  readonly from: number;
  readonly seeds: number;
  /** Told after each world how many there have been. */
  readonly progress?: (done: number) => void;
}

/** One world after the other, up to the first in which something is that must not be. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { from, seeds, progress } = options;
  const startedMs = performance.now();
  const coverage = new Coverage();
  let steps = 0;
  let done = 0;
  let failure: Failure | null = null;
  while (done < seeds && failure === null) {
    const seed = from + done;
    const result = await simulate(seed);
    coverage.add(result.coverage);
    steps += result.steps;
    done += 1;
    if (result.violation !== null) failure = await retold(seed, result.violation);
    progress?.(done);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  return { from, seeds: done, failure, coverage: coverage.toJSON(), steps, seconds };
}

/** The same world again, in words this time. That it is the same is part of what is checked. */
async function retold(seed: number, violation: Violation): Promise<Failure> {
  const { trace, violation: again } = await simulate(seed, { traced: true });
  if (again?.message === violation.message) return { seed, violation, trace };
  const message = `${violation.message}; run again, the same seed gives: ${again?.message ?? 'no violation'}`;
  return { seed, violation: { code: 'not-repeatable', message }, trace };
}

/** Several parts of one campaign as one; the failure of the lowest seed counts. */
export function merged(parts: readonly CampaignResult[], seconds: number): CampaignResult {
  const coverage = new Coverage();
  for (const part of parts) coverage.add(part.coverage);
  const failures = parts.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  failures.sort((a, b) => a.seed - b.seed);
  return {
    from: Math.min(...parts.map(({ from }) => from)),
    seeds: parts.reduce((sum, part) => sum + part.seeds, 0),
    failure: failures[0] ?? null,
    coverage: coverage.toJSON(),
    steps: parts.reduce((sum, part) => sum + part.steps, 0),
    seconds,
  };
}
