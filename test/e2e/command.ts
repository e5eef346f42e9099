import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { apiAddressIn } from '../waiting/api-address.ts';
import { eventually } from '../waiting/until.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Milliseconds a command may take: synthesis, engine and one round on a busy machine. */
const COMMAND_TIMEOUT_MS = 90_000;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  readonly finished: Promise<Finished>;
}

/** Starts one of the commands in bin/, as npm's scripts do, in the project's folder. */
export function startCommand(
  name: 'once' | 'start' | 'sandbox',
  args: readonly string[],
): RunningCommand {
  const script = path.join(ROOT, 'bin', `${name}.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_TIMEOUT_MS,
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, output: () => ({ stdout, stderr }), finished };
}

export async function runCommand(
  name: 'once' | 'start' | 'sandbox',
  args: readonly string[],
): Promise<Finished> {
  return await startCommand(name, args).finished;
}

/** Where a started stack is reached, once its greeting is complete. */
export async function addressOf({ output }: RunningCommand): Promise<string> {
  return await eventually('its address', async () => {
    const { stdout } = output();
    return stdout.includes('Ctrl-C stops') ? apiAddressIn(stdout) : null;
  });
}
