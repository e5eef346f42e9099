import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '@sluice/client';
import { CommandError } from './command-error.ts';
import type { ReadingClient } from './context.ts';

/** Paths of the reports that have files. */
export const REPORTS = {
  balances: '/v1/reports/balances',
  totals: '/v1/reports/totals',
  flows: '/v1/reports/flows',
  breaks: '/v1/reports/breaks',
  statement: '/v1/reports/statement',
  journal: '/v1/reports/journal',
  sums: '/v1/reports/sums',
  'roll-forward': '/v1/reports/roll-forward',
  withdrawals: '/v1/reports/withdrawals',
  trades: '/v1/reports/trades',
  decisions: '/v1/reports/decisions',
  forecasts: '/v1/reports/forecasts',
  access: '/v1/reports/access',
  snapshots: '/v1/snapshots',
} as const;

export type Report = keyof typeof REPORTS;

/** Milliseconds between two looks at a file that is being written: a year takes some seconds. */
const LOOK_EVERY_MS = 1_000;
/** Looks before it is given up: an export ends by itself within an hour. */
const MOST_LOOKS = 3_600;

export interface ReportFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Wanted {
  /** Of a report that has files: one of those, or the roll-forward, which has a command of its own. */
  readonly path: (typeof REPORTS)[Report] | '/v1/reports/roll-forward';
  readonly query: Readonly<Record<string, string>>;
  readonly file: string;
  readonly note: (line: string) => void;
}

/** A report in one piece, into a file; Sluice writes a large one to storage first, and this waits for it. */
export async function reportFile(api: ReadingClient, wanted: Wanted): Promise<ReportFile> {
  const { path, query, file, note } = wanted;
  // Each report has parameters of its own; the API names one that it does not know.
  const input = { query: { ...query, whole: 'true' } } as never;
  const response = await api.download(path, input);
  if (response.status !== 202) return await stored(response, file);
  const { id } = (await response.json()) as components['schemas']['Export'];
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { data } = await api.get('/v1/exports/{id}', { path: { id } });
    if (data.state === 'written') {
      // The address itself is the permission, so it gets no token.
      const kept = await stored(
        await fetch(data.address, { redirect: 'error' }),
        file,
        data.sha256,
      );
      return kept;
    }
    if (looks === 0) note(`the file is being written: export ${id}`);
    await sleep(LOOK_EVERY_MS);
  }
  throw new CommandError(`the export ${id} is still being written`, { exit: 'unreachable' });
}

/** Writes beside the file first, so that what stands there is whole. */
async function stored(response: Response, file: string, expected?: string): Promise<ReportFile> {
  if (!response.ok || response.body === null) {
    throw new CommandError(`the file cannot be fetched: ${response.status}`, {
      exit: 'unreachable',
    });
  }
  const beside = `${file}.part`;
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
      async function* (chunks) {
        for await (const chunk of chunks) {
          digest.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(beside),
    );
    const sha256 = digest.digest('hex');
    if (expected !== undefined && sha256 !== expected) {
      throw new CommandError('the file that came is not the one that was written', {
        help: 'Fetch it again. Its digest differs from the one that the API states.',
      });
    }
    renameSync(beside, file);
    return { file, bytes, sha256 };
  } finally {
    rmSync(beside, { force: true });
  }
}
