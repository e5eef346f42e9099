import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { apiAddressIn } from '../waiting/api-address.ts';
import { eventually } from '../waiting/until.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Milliseconds in which a command that ends has to: synthesis, engine and one round on a busy machine. */
const COMMAND_TIMEOUT_MS = 90_000;

/**
 * Milliseconds after which a stack is ended that its test forgot: longer than any file's tests. A test ends its stack
 * itself; how long it waits for one is its own limit.
 */
const FORGOTTEN_MS = 900_000;

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

const SCRIPTS = {
  once: 'bin/once.ts',
  start: 'bin/start.ts',
  sandbox: 'bin/sandbox.ts',
  bench: 'bench/bench.ts',
  'bench:backtest': 'bench/backtest.ts',
} as const;
type CommandName = keyof typeof SCRIPTS;

/** Starts one of these commands, as npm's scripts do, in the project's folder; it runs until the test ends it. */
export function startCommand(name: CommandName, args: readonly string[]): RunningCommand {
  return started(name, args, FORGOTTEN_MS);
}

function started(name: CommandName, args: readonly string[], timeout: number): RunningCommand {
  const script = path.join(ROOT, SCRIPTS[name]);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
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

/** Runs one of the commands that end by themselves. */
export async function runCommand(
  name: CommandName,
  args: readonly string[],
  timeoutMs = COMMAND_TIMEOUT_MS,
): Promise<Finished> {
  return await started(name, args, timeoutMs).finished;
}

/** Where a started stack is reached, once its greeting is complete. */
export async function addressOf({ output }: RunningCommand): Promise<string> {
  return await eventually('its address', async () => {
    const { stdout } = output();
    return stdout.includes('Ctrl-C stops') ? apiAddressIn(stdout) : null;
  });
}
