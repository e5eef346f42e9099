import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const SLUICE = path.resolve(import.meta.dirname, '../../../bin/sluice/entry/sluice.mjs');

interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `sluice token ...` as a process of its own, with this on its standard input. */
export function startTokenCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): { readonly child: ChildProcess; readonly finished: Promise<Finished> } {
  const child = spawn(process.execPath, [SLUICE, 'token', ...args], {
    // Nothing of the shell's AWS settings gets in.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, finished };
}
