import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { engineBinary } from '../../local/engine/engine-binary.ts';
import { freePort } from '../../local/network/free-port.ts';
import { untilListening } from '../../local/network/until-listening.ts';

/** An engine that says what each request consumed, which the one of the local stack does not. */
export interface MeteredEngine {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** Starts it in memory, with nothing in it but the measured data: it answers every program on this machine. */
export async function startMeteredEngine(): Promise<MeteredEngine> {
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(engineBinary(), args, { stdio: 'ignore', env: {} });
  if (!(await untilListening(port, () => child.exitCode !== null))) {
    child.kill('SIGKILL');
    throw new Error('the engine did not start');
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
