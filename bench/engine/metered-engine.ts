import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { engineBinary } from '../../local/engine/engine-binary.ts';
import { StreamRecords } from '../../local/engine/stream-records.ts';
import { freePort } from '../../local/network/free-port.ts';
import { untilListening } from '../../local/network/until-listening.ts';

/** An engine that says what each request consumed, which the one of the local stack does not. */
export interface MeteredEngine {
  readonly endpoint: string;
  /** Milliseconds of a processor that it has taken; null where the system does not say. */
  readonly processorMs: () => number | null;
  readonly stop: () => Promise<void>;
}

/**
 * Starts it with nothing in it but the measured data: it answers every program on this machine. It keeps its tables in
 * memory, or in a file as the local stack does.
 */
export async function startMeteredEngine(file: string | null = null): Promise<MeteredEngine> {
  const port = await freePort();
  const kept = file === null ? [] : ['--db-path', file];
  const args = ['--host', '127.0.0.1', '--port', String(port), ...kept];
  const child = spawn(engineBinary(), args, { stdio: 'ignore', env: {} });
  if (!(await untilListening(port, () => child.exitCode !== null))) {
    child.kill('SIGKILL');
    throw new Error('the engine did not start');
  }
  if (file !== null) new StreamRecords(file).close();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    processorMs: () => (child.pid === undefined ? null : processorMsOf(child.pid)),
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Linux counts in hundredths of a second. */
const MS_OF_A_COUNT = 10;
/** Fields after the program's name, which may hold anything: those of the time that it ran, and that the system ran for it. */
const [USER_FIELD, SYSTEM_FIELD] = [11, 12];

function processorMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])) * MS_OF_A_COUNT;
  } catch {
    return null;
  }
}
