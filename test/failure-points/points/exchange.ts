import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { FaultInput } from '../../../sandbox/index.ts';
import { reset } from '../../integration/trading-service/raw-service.ts';
import { DONE_AT_ONCE, type FailurePoint, stays, unknown } from '../failure-point.ts';
import { hangsAt, late, meets, postTo } from '../meets.ts';
import type { Scene } from '../scene.ts';
import { parted, type WireBehaviour } from '../wire/forwarded.ts';
import { TRUSTED } from '../wire/trusted.ts';

const INVENTED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 400\r\n\r\n';
/** The head is to arrive before the connection breaks. */
const ARRIVES_WITHIN_MS = 120;

/** Resets a connection once what was written to it has been read. */
function breaksOff(socket: Socket): void {
  // On a busy machine the timer may be due before the client looks at its socket: it looks in between.
  setTimeout(() => setImmediate(() => reset(socket)), ARRIVES_WITHIN_MS);
}

type How = (scene: Scene) => Promise<void>;

function over(wire: WireBehaviour, scheme: 'http' | 'https' = 'http'): How {
  return async (scene) => {
    const { port } = await scene.wire(wire, scheme === 'https' ? { tls: TRUSTED } : {});
    await postTo(scene, `${scheme}://127.0.0.1:${port}`);
  };
}

function point(
  name: string,
  description: string,
  variant: FailurePoint['variant'],
  because: string,
  happens: How,
): FailurePoint {
  const expected = stays(unknown(because), 1, variant.startsWith('happened') ? 1 : 0);
  return { effect: 'the exchange', name, description, variant, expected, happens };
}

/** The same break with and without the service having acted. */
function both(
  name: string,
  description: string,
  because: string,
  fault: FaultInput,
  execute: FaultInput,
  how: (fault: FaultInput) => How = meets,
): readonly FailurePoint[] {
  return [
    point(name, `${description}; it executes nothing`, 'did not happen', because, how(fault)),
    point(name, `${description}; it has executed`, 'happened, answer lost', because, how(execute)),
  ];
}

export const EXCHANGE: readonly FailurePoint[] = [
  {
    effect: 'the exchange',
    name: 'reset while the request is on its way',
    description: 'the connection breaks at the first byte: the service has not read the request',
    variant: 'did not happen',
    expected: stays(unknown('connection-lost'), 0, 0),
    happens: async (scene) => {
      const { port } = await scene.wire(() => {}, {
        onConnect: (socket) => {
          socket.removeAllListeners('data');
          socket.once('data', () => socket.resetAndDestroy());
        },
      });
      await postTo(scene, `http://127.0.0.1:${port}`);
    },
  },
  ...both(
    'reset before the headers',
    'the service breaks the connection when it has the request',
    'connection-lost',
    { kind: 'reset-without-execution' },
    { kind: 'execute-then-reset-before-headers' },
  ),
  ...both(
    'closed before the headers',
    'the service closes the connection when it has the request',
    'connection-lost',
    { kind: 'reset-without-execution', ending: 'close' },
    { kind: 'execute-then-reset-before-headers', ending: 'close' },
  ),
  ...both(
    'hang',
    'the service never answers',
    'timeout',
    { kind: 'hang-without-execution' },
    { kind: 'execute-then-hang' },
    hangsAt,
  ),
  ...both(
    'closed after a while',
    'the service says nothing and closes the connection',
    'connection-lost',
    { kind: 'drop-silently', closeAfterMs: 40 },
    { kind: 'execute-then-hang', holdMs: 40 },
  ),
  ...both(
    'redirected',
    'the service sends the client elsewhere, and the client does not go',
    'redirected',
    { kind: 'redirect', location: '/v1/withdrawals' },
    { kind: 'redirect', location: '/v1/withdrawals', execute: true },
  ),
  point(
    'reset after the headers',
    'an intermediary begins an answer of its own and breaks off',
    'did not happen',
    'truncated-answer',
    over((socket) => socket.write(INVENTED, () => breaksOff(socket))),
  ),
  point(
    'reset after the headers',
    'the service executes; its headers arrive, its body does not',
    'happened, answer lost',
    'truncated-answer',
    over(async (socket, forward) => {
      const { head } = parted(await forward());
      socket.write(head, () => breaksOff(socket));
    }),
  ),
  point(
    'reset in the body',
    'an intermediary breaks off in an answer of its own',
    'did not happen',
    'truncated-answer',
    over((socket) => socket.write(`${INVENTED}[{"id"`, () => breaksOff(socket))),
  ),
  point(
    'reset in the body',
    'the service executes; half of its answer arrives',
    'happened, answer lost',
    'truncated-answer',
    meets({ kind: 'execute-then-reset-in-body' }),
  ),
  point(
    'reset in the body, over TLS',
    'the service executes; half of its answer arrives',
    'happened, answer lost',
    'truncated-answer',
    over(async (socket, forward) => {
      const { head, body } = parted(await forward());
      const half = body.slice(0, body.length / 2);
      socket.write(head + half, () => breaksOff(socket));
    }, 'https'),
  ),
  point(
    'hang in the body',
    'the service executes; half of its answer arrives, and nothing more',
    'happened, answer lost',
    'timeout',
    async (scene) => {
      const { port } = await scene.wire(async (socket, forward) => {
        const { head, body } = parted(await forward());
        socket.write(head + body.slice(0, body.length / 2));
      });
      const limits = { headersTimeoutMs: 2_000, writeTimeoutMs: 250 };
      await postTo(scene, `http://127.0.0.1:${port}`, limits);
    },
  ),
  {
    effect: 'the exchange',
    name: 'reset after the full body',
    description: 'the answer is whole before the connection breaks: it counts',
    variant: 'happened',
    expected: DONE_AT_ONCE,
    happens: over(async (socket, forward) => {
      socket.write(await forward(), () => reset(socket));
    }),
  },
  {
    effect: 'the exchange',
    name: 'slow',
    description: 'the service takes its time, within what the client waits',
    variant: 'happened late',
    expected: DONE_AT_ONCE,
    happens: meets({ kind: 'slow', delayMs: 80 }),
  },
  point(
    'executed when the client no longer waits',
    'the client gives up on a service that hangs, and then it executes',
    'happened late',
    'timeout',
    late('hang'),
  ),
  point(
    'executed after a reset',
    'the service breaks the connection, and executes afterwards',
    'happened late',
    'connection-lost',
    late('reset'),
  ),
  {
    effect: 'the exchange',
    name: 'a stale connection',
    description:
      'the service closes the connection that the balances came on exactly when the POST comes: the POST is on one of its own',
    variant: 'did not happen',
    expected: DONE_AT_ONCE,
    happens: async (scene) => {
      const { sandbox } = scene.treasury;
      const fault = { kind: 'stale-keep-alive', idleMs: 5_000 } as const;
      sandbox.queueFault({ on: 'GET /v1/balances', fault });
      await scene.deliver();
      const used = sandbox.journal().map(({ connection }) => connection);
      expect(new Set(used).size).toBe(used.length);
    },
  },
];
