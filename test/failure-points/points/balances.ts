import type { FaultInput } from '../../../sandbox/index.ts';
import { DONE_LATER, type FailurePoint } from '../failure-point.ts';
import type { Scene } from '../scene.ts';

/** More often than a read is tried. */
const EVERY_ATTEMPT = 9;

type Row = readonly [
  name: string,
  description: string,
  variant: FailurePoint['variant'],
  FaultInput,
];

const status = (code: number, description: string): Row => [
  `answered ${code}`,
  description,
  'did not happen',
  { kind: 'status', status: code, retryAfterSeconds: 1 },
];

const FAULTS: readonly Row[] = [
  [
    'hangs',
    'the service never reads the balances',
    'did not happen',
    { kind: 'hang-without-execution' },
  ],
  [
    'hangs',
    'they are read and never answered',
    'happened, answer lost',
    { kind: 'execute-then-hang' },
  ],
  [
    'reset before the headers',
    'the connection breaks before they are read',
    'did not happen',
    { kind: 'reset-without-execution' },
  ],
  [
    'reset before the headers',
    'the connection breaks when they have been read',
    'happened, answer lost',
    { kind: 'execute-then-reset-before-headers' },
  ],
  [
    'reset in the body',
    'half of the balances arrives',
    'happened, answer lost',
    { kind: 'execute-then-reset-in-body' },
  ],
  [
    'closed without an answer',
    'the service closes the connection after a while',
    'did not happen',
    { kind: 'drop-silently', closeAfterMs: 20 },
  ],
  status(401, 'the token is refused, and there is no newer one'),
  status(403, 'the token may not read'),
  status(404, 'the path is not known'),
  status(408, 'the service waited too long for the request'),
  status(425, 'the service will not look at it yet'),
  status(429, 'the rate limit is reached'),
  status(500, 'the service fails'),
  status(502, 'a gateway in front of it fails'),
  status(503, 'the service is down'),
  status(504, 'a gateway gives up'),
  ['empty', 'a 200 without a body', 'happened, answer wrong', { kind: 'empty-200' }],
  [
    'truncated',
    'a 200 that ends in the middle',
    'happened, answer wrong',
    { kind: 'truncated-200' },
  ],
  [
    'shorter than announced',
    'a 200 whose body is cut off',
    'happened, answer lost',
    { kind: 'truncated-200', framing: 'short' },
  ],
  ['HTML', "a proxy's page", 'happened, answer wrong', { kind: 'html-200' }],
  [
    'wrong types',
    'balances as JSON numbers',
    'happened, answer wrong',
    { kind: 'wrong-types-200' },
  ],
  [
    'more available than in all',
    'balances that contradict themselves',
    'happened, answer wrong',
    { kind: 'contradicting-200', what: 'amount' },
  ],
  [
    'oversized',
    'megabytes of white space before the balances',
    'happened, answer wrong',
    { kind: 'oversize-body', bytes: 3 * 1024 * 1024 },
  ],
  [
    'redirected',
    'the service sends the client elsewhere',
    'did not happen',
    { kind: 'redirect', location: '/v1/prices' },
  ],
];

async function readFrom(scene: Scene, baseUrl: string): Promise<void> {
  const limits = { connectTimeoutMs: 200 };
  await scene.deliver({ service: scene.treasury.serviceWith({ baseUrl, limits }) });
}

export const BALANCES: readonly FailurePoint[] = [
  {
    effect: 'reading the balances',
    name: 'no such host',
    description: "the service's name is not found",
    variant: 'did not happen',
    expected: DONE_LATER,
    happens: (scene) => readFrom(scene, 'https://service.invalid'),
  },
  {
    effect: 'reading the balances',
    name: 'refused',
    description: 'no process listens where the service should be',
    variant: 'did not happen',
    expected: DONE_LATER,
    happens: async (scene) => {
      const gone = await scene.wire(() => {});
      await gone.stop();
      await readFrom(scene, `http://127.0.0.1:${gone.port}`);
    },
  },
  ...FAULTS.map(
    ([name, description, variant, fault]): FailurePoint => ({
      effect: 'reading the balances',
      name,
      description,
      variant,
      expected: DONE_LATER,
      happens: async (scene) => {
        scene.treasury.sandbox.queueFault({
          on: 'GET /v1/balances',
          fault,
          times: EVERY_ATTEMPT,
        });
        await scene.deliver({ service: scene.impatient() });
      },
    }),
  ),
  {
    effect: 'reading the balances',
    name: 'of no currency',
    description: 'a valid answer that lists no balance: what is held is not known, so it waits',
    variant: 'happened, answer wrong',
    expected: DONE_LATER,
    happens: async (scene) => {
      scene.treasury.sandbox.queueFault({
        on: 'GET /v1/balances',
        fault: { kind: 'contradicting-200', what: 'none' },
      });
      await scene.deliver();
    },
  },
];
