import * as net from 'node:net';

/**
 * What a wire does with a connection on which a whole request has arrived. `forward` hands the request
 * to the service and comes back with its whole answer, head and body; a request that is not forwarded
 * never happened.
 */
export type WireBehaviour = (socket: net.Socket, forward: () => Promise<string>) => unknown;

/** Sends a request as it stood on the wire and reads until the other side closes. */
export function forwarded(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(request, 'latin1');
  });
}

/** Head and body of an answer as it stood on the wire; the head with its empty line. */
export function parted(answer: string): { readonly head: string; readonly body: string } {
  const end = answer.indexOf('\r\n\r\n') + 4;
  return { head: answer.slice(0, end), body: answer.slice(end) };
}
