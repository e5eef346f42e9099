import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type CampaignOptions, type CampaignResult, merged } from './campaign.ts';

/** Worlds that one process is given at a time: some seconds of work, so that all end together. */
const WORLDS_AT_A_TIME = 500;
/** Characters that one part may answer: a failure with its whole trace. */
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;

const run = promisify(execFile);

/**
 * A campaign in several processes, each of them this very command with a part of the seeds. Ends with the
 * parts under way where one of them fails.
 */
export async function runInProcesses(
  command: readonly string[],
  workers: number,
  { from, seeds, progress }: CampaignOptions,
): Promise<CampaignResult> {
  const startedMs = performance.now();
  const parts: CampaignResult[] = [];
  let next = from;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < from + seeds && parts.every(({ failure }) => failure === null)) {
      const first = next;
      const count = Math.min(WORLDS_AT_A_TIME, from + seeds - first);
      next += count;
      const part = await runPart([
        ...command,
        '--from',
        `${first}`,
        '--seeds',
        `${count}`,
        '--json',
      ]);
      parts.push(part);
      done += part.seeds;
      progress?.(done);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return merged(parts, (performance.now() - startedMs) / 1_000);
}

/** A part that fails answers all the same, with exit code 1. */
async function runPart(args: readonly string[]): Promise<CampaignResult> {
  const options = { maxBuffer: MAX_ANSWER_CHARACTERS };
  const { stdout } = await run(process.execPath, args, options).catch((error: unknown) => {
    const { stdout, code } = error as { readonly stdout?: string; readonly code?: number };
    if (code === 1 && stdout?.startsWith('{')) return { stdout };
    throw error;
  });
  return JSON.parse(stdout) as CampaignResult;
}
