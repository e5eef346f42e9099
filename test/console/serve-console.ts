import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

export interface ServedConsole {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a built console from a port of its own, as its distribution does: the API and the issuer are elsewhere. */
export async function serveConsole(
  folder: string,
  configuration: { readonly apiUrl: string; readonly issuer: string },
): Promise<ServedConsole> {
  const policy = contentSecurityPolicy(configuration);
  const server = createServer((request, response) => {
    void answer(folder, configuration, request.url ?? '/').then(({ type, body }) => {
      response
        .writeHead(200, {
          'content-type': type,
          'content-security-policy': policy,
          'cache-control': 'no-store',
        })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closed(server) };
}

/** What the deployed console permits itself: its own files, the API and the issuer. */
function contentSecurityPolicy({
  apiUrl,
  issuer,
}: {
  readonly apiUrl: string;
  readonly issuer: string;
}): string {
  const others = [...new Set([apiUrl, issuer].map((address) => new URL(address).origin))];
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${others.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function answer(folder: string, configuration: object, address: string) {
  const { pathname } = new URL(address, 'http://127.0.0.1');
  if (pathname === '/config.json') {
    return { type: 'application/json', body: Buffer.from(JSON.stringify(configuration)) };
  }
  const file = path.join(folder, path.normalize(pathname));
  const isFile = path.extname(pathname) !== '' && file.startsWith(folder);
  // Every other address is a screen's.
  const name = isFile ? file : path.join(folder, 'index.html');
  return { type: TYPES[path.extname(name)] ?? 'text/plain', body: await readFile(name) };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
