import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineBinary } from '../../local/engine/engine-binary.ts';
import { freePort } from '../../local/network/free-port.ts';

/** An engine that says what each request consumed, which the one of the local stack does not. */
export interface MeteredEngine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** It takes 30 ms; a busy machine may need seconds. */
const ATTEMPTS = 500;
const POLL_MS = 20;

/** Starts it in memory, with nothing in it but what is measured: it answers anybody on this machine. */
export async function startMeteredEngine(): Promise<MeteredEngine> {
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(engineBinary(), args, { stdio: 'ignore', env: {} });
  for (let attempt = 1; !(await accepts(port)); attempt++) {
    if (attempt === ATTEMPTS || child.exitCode !== null)
      throw new Error('the engine did not start');
    await sleep(POLL_MS);
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
