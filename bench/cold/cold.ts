import type { Stack } from '../../local/stack.ts';
import { judged, ratio } from '../report/against-target.ts';
import { left, right, type Table } from '../report/table.ts';
import { folderNames } from '../stack/open.ts';
import { recordEvents } from '../stack/record-events.ts';
import { type ColdResult, measureCold } from './measure.ts';

/** The median of as many: one process that the machine held up does not move it. */
export const RUNS = 15;

/** As many times the bare handler at most. */
const MAX_INIT = 1.15;
const MAX_SIZE = 1.5;

/** Origins that the report names where a function misses. */
const SHOWN_ORIGINS = 6;
const KB = 1_000;

/** Every function of the template, cold. `told` hears of each as it is done. */
export async function cold(
  stack: Stack,
  runs: number,
  told: (line: string) => void,
): Promise<readonly Table[]> {
  const events = await recordEvents(stack);
  const results: ColdResult[] = [];
  for (const name of [...new Set(folderNames(stack).values())].sort()) {
    const result = await measureCold(stack, name, events.get(name), runs);
    results.push(result);
    told(`${name}: init ${ratio(initOf(result))}, size ${ratio(sizeOf(result))}`);
  }
  return [times(results, runs), origins(results)];
}

function times(results: readonly ColdResult[], runs: number): Table {
  const rows = results.map((result) => {
    const { name, bundle, bare, own, bareTimes, calls } = result;
    const first = calls === null ? ['', '', ''] : firstCells(result);
    return [
      name,
      kb(bundle.bytes),
      kb(bare.bytes),
      judged(sizeOf(result), MAX_SIZE),
      ratio(bundle.bytesAtStart / bare.bytesAtStart),
      ms(own.initMs),
      ms(bareTimes.initMs),
      judged(initOf(result), MAX_INIT),
      ratio(own.loadMs / bareTimes.loadMs),
      ...first,
    ];
  });
  return {
    title: `Cold: each function against a bare handler of the same clients (medians of ${runs}, in turns)`,
    columns: [
      left('function'),
      right('kB'),
      right('bare kB'),
      right(`size (<= ${MAX_SIZE})`),
      right('at start'),
      right('init ms'),
      right('bare init'),
      right(`init (<= ${MAX_INIT})`),
      right('load alone'),
      right('first ms'),
      right('bare first'),
      right('calls'),
    ],
    rows,
    notes: [
      'Init: from the start of a fresh process until the bundle is loaded, which Lambda bills and shows as the init; "load alone" leaves the start of Node out, and is the stricter ratio. Size is of all files of a bundle, including those that are loaded on demand; "at start" compares the files that are loaded before the first event. First: the first invocation, with an event that the local stack recorded; the bare handler makes as many calls, each the plainest of its client. A missed target is marked with *; the next table shows the causes.',
    ],
  };
}

function firstCells({ own, bareTimes, calls }: ColdResult): readonly string[] {
  return [ms(own.firstMs), ms(bareTimes.firstMs), String(calls)];
}

function origins(results: readonly ColdResult[]): Table {
  const missing = results.filter(
    (result) => initOf(result) > MAX_INIT || sizeOf(result) > MAX_SIZE,
  );
  return {
    title: 'Causes of missed targets: kB beyond the bare handler',
    columns: [left('function'), right('beyond bare'), left('of that')],
    rows: missing.map(({ name, bundle, bare }) => {
      const beyond = [...bundle.origins]
        .map(([origin, bytes]) => [origin, bytes - (bare.origins.get(origin) ?? 0)] as const)
        .filter(([, bytes]) => bytes > 0)
        .sort(([, a], [, b]) => b - a);
      const shown = beyond
        .slice(0, SHOWN_ORIGINS)
        .map(([origin, bytes]) => `${origin} ${kb(bytes)}`);
      return [name, kb(bundle.bytes - bare.bytes), shown.join(', ')];
    }),
  };
}

function initOf({ own, bareTimes }: ColdResult): number {
  return own.initMs / bareTimes.initMs;
}

function sizeOf({ bundle, bare }: ColdResult): number {
  return bundle.bytes / bare.bytes;
}

function ms(value: number): string {
  return value.toFixed(0);
}

function kb(bytes: number): string {
  return (bytes / KB).toFixed(0);
}
