import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { writeFilesBeside } from '../../lib/constructs/files-beside.ts';
import type { Stack } from '../../local/stack.ts';
import { median } from '../report/statistics.ts';
import { addressesOf, environmentOf, modelOf } from '../stack/environment.ts';
import { bareCall, bareSource } from './bare.ts';
import { type Bundle, bundle, ROOT } from './bundle.ts';
import { CHILD } from './child.ts';

const run = z.object({
  loadMs: z.number(),
  initMs: z.number(),
  firstMs: z.number(),
  failed: z.string().nullable(),
  calls: z.array(z.object({ target: z.string().nullable(), host: z.string(), agent: z.string() })),
});
type Run = z.output<typeof run>;

/** The three times of a cold start, in milliseconds, each a median. */
export interface ColdTimes {
  /** Loading the bundle alone. */
  readonly loadMs: number;
  /** From the start of the process until the bundle is loaded: what Lambda calls the init. */
  readonly initMs: number;
  readonly firstMs: number;
}

export interface ColdResult {
  readonly name: string;
  readonly bundle: Bundle;
  readonly bare: Bundle;
  /** Null of a function that no event was recorded for: then only its loading is measured. */
  readonly calls: number | null;
  readonly own: ColdTimes;
  readonly bareTimes: ColdTimes;
}

/** One function against its bare handler, in turns, each time in a process of its own. */
export async function measureCold(
  stack: Stack,
  name: string,
  event: string | undefined,
  runs: number,
): Promise<ColdResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sluice-cold-'));
  try {
    const entry = path.join(ROOT, 'functions', name, 'handler.ts');
    const code = await bundle({ entryPoints: [entry] }, path.join(folder, 'own'));
    const beside = writeFilesBeside(name, path.join(folder, 'own'));
    const own = { ...code, bytes: code.bytes + beside };
    const stdin = { contents: bareSource(own.clients), resolveDir: ROOT };
    const bare = await bundle({ stdin }, path.join(folder, 'bare'));
    const place = {
      folder,
      environment: environmentOf(stack, modelOf(stack, name), addressesOf(stack)),
    };
    await writeFile(path.join(folder, 'child.mjs'), CHILD);
    await writeFile(path.join(folder, 'own.json'), event ?? '{}');
    await writeFile(path.join(folder, 'bare.json'), '{"calls":[]}');
    // Unmeasured: what the function calls, so that the bare one calls as often.
    const { calls } = await runOnce(place, 'own');
    const bareCalls = calls.map((call) => bareCall(call, own.clients, place.environment));
    await writeFile(path.join(folder, 'bare.json'), JSON.stringify({ calls: bareCalls }));
    const measured: Record<'own' | 'bare', Run[]> = { own: [], bare: [] };
    for (let round = 0; round < runs; round++) {
      for (const which of ['own', 'bare'] as const) {
        measured[which].push(await runOnce(place, which));
      }
    }
    return {
      name,
      bundle: own,
      bare,
      calls: event === undefined ? null : calls.length,
      own: timesOf(measured.own),
      bareTimes: timesOf(measured.bare),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timesOf(runs: readonly Run[]): ColdTimes {
  return {
    loadMs: median(runs.map(({ loadMs }) => loadMs)),
    initMs: median(runs.map(({ initMs }) => initMs)),
    firstMs: median(runs.map(({ firstMs }) => firstMs)),
  };
}

interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

async function runOnce({ folder, environment }: Place, which: 'own' | 'bare'): Promise<Run> {
  const args = ['child.mjs', path.join(which, 'index.mjs'), `${which}.json`];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [said, complained] = await Promise.all([
    text(child.stdio[3] as NodeJS.ReadableStream),
    text(child.stdio[2] as NodeJS.ReadableStream),
  ]);
  if (said === '') throw new Error(`${which} did not load: ${complained.slice(-2_000)}`);
  return z.parse(run, JSON.parse(said));
}
