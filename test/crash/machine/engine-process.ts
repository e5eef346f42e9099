import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { LOCAL_REGION } from '../../../local/assembly/local-names.ts';
import { engineBinary } from '../../../local/engine/engine-binary.ts';
import { freePort } from '../../../local/network/free-port.ts';
import { untilListening } from '../../../local/network/until-listening.ts';

const ENGINE_GUARD = path.join(import.meta.dirname, 'engine-guard.ts');

export interface EngineProcess {
  readonly port: number;
  readonly endpoint: string;
  /** Ends it at once: it gets to write nothing more. */
  readonly kill: () => void;
  readonly ended: Promise<void>;
}

/** What a client of that engine needs; it asks for no credentials. */
export function connectionTo(endpoint: string) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { endpoint, region: LOCAL_REGION, credentials };
}

/**
 * Starts the database engine on its file, apart from the local stack, which uses it as an engine of
 * another program's: between the two stands the proxy.
 */
export async function startEngineProcess(file: string): Promise<EngineProcess> {
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port), '--db-path', file];
  const child = spawn(process.execPath, [ENGINE_GUARD, engineBinary(), ...args], {
    // The guard and the engine are a process group of their own, so that both can be ended at once.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.stdin?.on('error', () => undefined);
  const ended = once(child, 'exit').then(() => undefined);
  await ready(port, child);
  return { port, endpoint: `http://127.0.0.1:${port}`, kill: () => killGroup(child), ended };
}

/** SIGKILL for a process that leads a group, and for all in it. */
export function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}

async function ready(port: number, child: ChildProcess): Promise<void> {
  if (await untilListening(port, () => child.exitCode !== null)) return;
  killGroup(child);
  throw new Error('the database engine did not start');
}
