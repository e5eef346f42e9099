import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that Linux and macOS hand out by themselves (32,768 and 49,152 upwards): between here and its use no
 * server that listens on any free port, and no connection, takes one of them.
 */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** Ports that are tried: if so many at random are taken, another cause than chance is at work. */
const MAX_TRIED = 100;

/** A port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MAX_TRIED; tried++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`${MAX_TRIED} ports from ${FIRST_PORT} on are taken`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
