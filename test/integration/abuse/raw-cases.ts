import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What no client library sends: the bytes behind the request line. */
export interface RawCase {
  readonly input: string;
  readonly lines: readonly string[];
  readonly status: number;
}

export const RAW_CASES: readonly RawCase[] = [
  {
    input: 'a length and chunks at once, with a second request inside',
    lines: [
      'Transfer-Encoding: chunked',
      'Content-Length: 4',
      '',
      '0',
      '',
      'GET /v1/audit HTTP/1.1',
      '',
      '',
    ],
    status: 400,
  },
  {
    input: 'two lengths',
    lines: ['Content-Length: 2', 'Content-Length: 3', '', '{}'],
    status: 400,
  },
  {
    input: 'a header that goes on in the next line',
    lines: ['X-A: a', ' Set-Cookie: b', '', ''],
    status: 400,
  },
  { input: 'a NUL in a header', lines: ['X-A: a\u0000b', '', ''], status: 400 },
  {
    input: 'a chunk of no length',
    lines: ['Transfer-Encoding: chunked', '', 'zz', '{}', '', ''],
    status: 400,
  },
];

/** Sends the bytes, and settles with the whole of what came back until the server closed. */
export async function sendRaw(
  port: number,
  authorization: string,
  { lines }: RawCase,
): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  const head = [
    'POST /v1/withdrawals HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    'Connection: close',
  ];
  socket.write([...head, ...lines].join('\r\n'));
  return await text(socket);
}
