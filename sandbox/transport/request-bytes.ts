import type { IncomingMessage } from 'node:http';
import { REQUEST_BODY_BYTES_MAX } from '../limits.ts';

/** The result of reading a request's body. */
export type BodyReading =
  | { readonly outcome: 'read'; readonly text: string }
  | { readonly outcome: 'not-text' }
  | { readonly outcome: 'too-large' }
  | { readonly outcome: 'client-gone' };

/**
 * Reads a body as UTF-8 text, up to the limit. What exceeds it is read and thrown away rather than
 * left on the socket, where closing would turn it into a reset and swallow the 413.
 */
export function readBody(request: IncomingMessage): Promise<BodyReading> {
  if (announcedLength(request) > REQUEST_BODY_BYTES_MAX) {
    return Promise.resolve({ outcome: 'too-large' });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= REQUEST_BODY_BYTES_MAX) chunks.push(chunk);
      else resolve({ outcome: 'too-large' });
    });
    request.on('end', () => resolve(decode(Buffer.concat(chunks))));
    request.on('error', () => resolve({ outcome: 'client-gone' }));
    request.on('close', () => resolve({ outcome: 'client-gone' }));
  });
}

/** Whether a media type is JSON as the reference asks for (part 4), whatever its parameters. */
export function isJsonMediaType(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

function announcedLength(request: IncomingMessage): number {
  const length = request.headers['content-length'];
  return length === undefined ? 0 : Number.parseInt(length, 10);
}

function decode(bytes: Buffer): BodyReading {
  try {
    return { outcome: 'read', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { outcome: 'not-text' };
  }
}
