import { PassThrough } from 'node:stream';
import { EXIT } from '../../../bin/sluice/exit-codes.ts';
import { watchFor } from '../../canary/canary.ts';
import { record } from '../../canary/record.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, as if no terminal were there; what it writes is searched for the token. */
export async function sluice(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onStderr?: (text: string) => void,
): Promise<Ran> {
  // A deployment of the functions makes all modules anew: the program and its commands are of the same ones.
  const { run } = await import('../../../bin/sluice/program.ts');
  const said = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => {
    const made = new PassThrough();
    made.on('data', (chunk) => {
      said[name] += String(chunk);
      if (name === 'stderr') onStderr?.(said.stderr);
    });
    return made as unknown as NodeJS.WriteStream;
  };
  const streams = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    stdin: new PassThrough() as unknown as NodeJS.ReadStream,
  };
  const exit = await run(args, process.cwd(), env, streams);
  // What was written arrives with the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  const printsSecret = args.includes('--print-secret');
  // This machine's own signing secret is printed on request alone: from then on it is searched for, too.
  if (printsSecret) watchFor(said.stdout.trim());
  record(
    `what sluice ${args.join(' ')} said`,
    printsSecret ? said.stderr : said.stdout + said.stderr,
  );
  return { code: EXIT[exit].code, ...said };
}
