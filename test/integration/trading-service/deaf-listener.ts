import * as net from 'node:net';
import { Worker } from 'node:worker_threads';

/**
 * A port where a connection is never established: a thread listens and then sleeps for good, and its
 * short queue is filled up, so that the system lets every further attempt wait.
 */
export async function startDeafListener(): Promise<{ port: number; stop: () => Promise<void> }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const fillers: net.Socket[] = [];
  for (let full = false; !full && fillers.length < MOST_FILLERS; ) {
    const filler = net.connect({ port, host: '127.0.0.1' });
    filler.on('error', () => filler.destroy());
    fillers.push(filler);
    full = !(await connects(filler));
  }
  return {
    port,
    stop: async () => {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}

/** Systems round a queue's length up; none to more than this. */
const MOST_FILLERS = 64;
/** A connection on loopback stands at once or not at all. */
const LOOPBACK_CONNECTS_WITHIN_MS = 100;

function connects(socket: net.Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), LOOPBACK_CONNECTS_WITHIN_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
