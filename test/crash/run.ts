import path from 'node:path';
import { readAssembly } from '../../local/assembly/read-assembly.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';
import type { CrashPoint } from './points/crash-point.ts';
import { type PointResult, runPoint } from './run-point.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** Machines at once. Each waits for its ticks more than it works, so two cores carry more than two. */
export const MACHINES = 4;

/** Runs points, several at a time; the results are in the order of the points. */
export async function runPoints(
  points: readonly CrashPoint[],
  machines: number = MACHINES,
  told: (result: PointResult) => void = () => undefined,
): Promise<readonly PointResult[]> {
  const model = readAssembly(await synthesise(PROJECT_ROOT, () => undefined));
  const results = new Map<CrashPoint, PointResult>();
  const queue = points.values();
  const work = async (): Promise<void> => {
    for (const point of queue) {
      const result = await runPoint(point, model);
      results.set(point, result);
      told(result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(machines, points.length) }, work));
  return points.flatMap((point) => results.get(point) ?? []);
}
