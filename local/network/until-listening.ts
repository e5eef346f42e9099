import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { poll } from '../../treasury/retries/retry.ts';

/** A program takes 30 ms to start; on a busy machine it may need seconds. */
const READY_TIMEOUT_MS = 15_000;
const POLL_MS = 10;

/** Waits for a program that was started to accept connections on this machine; false if it ended or took too long. */
export async function untilListening(port: number, hasEnded: () => boolean): Promise<boolean> {
  const look = async () => {
    if (hasEnded()) return 'ended';
    return (await accepts(port)) ? 'listening' : null;
  };
  const now = () => performance.now();
  const limits = { withinMs: READY_TIMEOUT_MS, everyMs: POLL_MS, now, sleep };
  return (await poll(look, limits)) === 'listening';
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
