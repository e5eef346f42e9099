import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import * as z from 'zod';
import { retry } from '../../treasury/retries/retry.ts';
import { LocalStackError } from '../stack-error.ts';
import { PRIVATE_FILE } from './write-atomically.ts';

const lockFile = z.object({ holder: z.string(), port: z.int(), pid: z.int() });
type LockFile = z.output<typeof lockFile>;

/** How long the holder of a lock has to answer. It answers from memory, on loopback. */
const ANSWER_TIMEOUT_MS = 2_000;

const ATTEMPTS = 5;

export interface Lock {
  readonly release: () => void;
}

/**
 * Takes a folder for one process at a time. The holder answers on a port for as long as it lives,
 * so a lock that a killed process left behind is told from one that is held, whatever program has
 * its process id by now.
 * @throws LocalStackError where another process holds it.
 */
export async function takeLock(file: string, folder: string): Promise<Lock> {
  const holder = randomUUID();
  const server = createServer((socket) => socket.on('error', () => undefined).end(holder));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const mine: LockFile = { holder, port: address.port, pid: process.pid };
  try {
    await place(file, folder, mine);
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    release: () => {
      if (read(file)?.holder === holder) rmSync(file, { force: true });
      server.close();
    },
  };
}

async function place(file: string, folder: string, mine: LockFile): Promise<void> {
  const placeOnce = async (): Promise<true | null> => {
    if (create(file, mine)) return true;
    const other = read(file);
    if (other !== null && (await isHeld(other))) {
      throw new LocalStackError(
        `the data folder ${folder} is in use by process ${other.pid}; stop that one, or choose another with --data`,
      );
    }
    clear(file, other);
    return null;
  };
  if (await retry(placeOnce, { attempts: ATTEMPTS })) return;
  throw new LocalStackError(`the data folder ${folder} cannot be taken; choose another --data`);
}

function create(file: string, mine: LockFile): boolean {
  try {
    writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock, and only that one: another process may have replaced it meanwhile. */
function clear(file: string, stale: LockFile | null): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside)?.holder !== stale?.holder) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

function read(file: string): LockFile | null {
  try {
    return lockFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

async function isHeld({ holder, port }: LockFile): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
  try {
    let said = '';
    for await (const chunk of socket) said += String(chunk);
    return said === holder;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
