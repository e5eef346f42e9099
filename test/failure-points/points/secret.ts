import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createTokenSource, type TokenSource } from '../../../adapters/secrets/token-source.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { connectionTo } from '../../http/endpoint.ts';
import {
  answerWith,
  type Behaviour,
  inTurn,
  openRawService,
  reset,
} from '../../integration/trading-service/raw-service.ts';
import { DONE_AT_ONCE, DONE_LATER, type FailurePoint, notSent, stays } from '../failure-point.ts';
import type { Scene } from '../scene.ts';

/** The real source waits five seconds for a secret; where none comes, the table does not. */
const PATIENCE_MS = { hangs: 500, answers: 5_000 } as const;

const AWS_JSON = { 'content-type': 'application/x-amz-json-1.1' } as const;
const holds = (secret: string): Behaviour =>
  answerWith('200 OK', JSON.stringify({ Name: 'token', SecretString: secret }), AWS_JSON);
const fails = (status: string, name: string): Behaviour =>
  answerWith(
    status,
    JSON.stringify({ __type: name, Message: 'as the provider puts it' }),
    AWS_JSON,
  );

/** The real source of tokens, over a socket, from a Secrets Manager that behaves like this. */
async function tokenFrom(
  scene: Scene,
  behaviour: Behaviour,
  patienceMs: number,
): Promise<TokenSource> {
  const endpoint = await openRawService(behaviour);
  const client = new SecretsManagerClient(connectionTo(`http://127.0.0.1:${endpoint.port}`));
  scene.closesWith(async () => {
    client.destroy();
    await endpoint.stop();
  });
  const send = (command: Parameters<typeof client.send>[0]) =>
    client.send(command, { abortSignal: AbortSignal.timeout(patienceMs) });
  return createTokenSource({
    client: { send: send as typeof client.send },
    secretId: 'token',
    now: () => instantOf(Date.now()),
    // Read again for every request, so that each can fail by itself.
    maxAgeMs: 0,
  });
}

async function deliverWith(
  scene: Scene,
  behaviour: Behaviour,
  service: keyof typeof PATIENCE_MS = 'answers',
): Promise<void> {
  const token = await tokenFrom(scene, behaviour, PATIENCE_MS[service]);
  await scene.deliver({ service: scene.treasury.serviceWith({ token }) });
}

type Row = readonly [
  name: string,
  description: string,
  variant: FailurePoint['variant'],
  behaviour: Behaviour,
  service?: keyof typeof PATIENCE_MS,
];

const BEFORE: readonly Row[] = [
  [
    'it fails',
    'Secrets Manager answers with an error of its own',
    'did not happen',
    fails('500 Internal Server Error', 'InternalServiceError'),
  ],
  [
    'it is not allowed',
    'the role may not read the secret',
    'did not happen',
    fails('400 Bad Request', 'AccessDeniedException'),
  ],
  [
    'nothing is in it yet',
    'the secret has no first value',
    'did not happen',
    fails('400 Bad Request', 'ResourceNotFoundException'),
  ],
  ['it never answers', 'Secrets Manager hangs', 'did not happen', () => {}, 'hangs'],
  [
    'the connection breaks',
    'the secret is read, and the answer is lost on the way',
    'happened, answer lost',
    reset,
  ],
  ['it is empty', 'the secret is an empty text', 'happened, answer wrong', holds('')],
  [
    'it is no token',
    'the secret is JSON without a token',
    'happened, answer wrong',
    holds('{"password":"of another thing"}'),
  ],
];

const BETWEEN: readonly Row[] = [
  [
    'it fails between the balances and the POST',
    'the second reading answers with an error',
    'did not happen',
    fails('500 Internal Server Error', 'InternalServiceError'),
  ],
  [
    'it hangs between the balances and the POST',
    'the second reading is never answered',
    'did not happen',
    () => {},
    'hangs',
  ],
  [
    'the connection breaks between the balances and the POST',
    'the second reading happens, and its answer is lost',
    'happened, answer lost',
    reset,
  ],
];

export const SECRET: readonly FailurePoint[] = [
  ...BEFORE.map(
    ([name, description, variant, behaviour, service]): FailurePoint => ({
      effect: 'fetching the secret',
      name,
      description,
      variant,
      expected: DONE_LATER,
      happens: (scene) => deliverWith(scene, behaviour, service),
    }),
  ),
  {
    effect: 'fetching the secret',
    name: 'it is slow',
    description: 'Secrets Manager answers after a while',
    variant: 'happened late',
    expected: DONE_AT_ONCE,
    happens: async (scene) => {
      const answer = holds(scene.treasury.sandbox.token);
      await deliverWith(scene, (...request) => void setTimeout(() => answer(...request), 60));
    },
  },
  ...BETWEEN.map(
    ([name, description, variant, behaviour, service]): FailurePoint => ({
      effect: 'fetching the secret',
      name,
      description,
      variant,
      expected: stays(notSent('no-token'), 0, 0),
      happens: async (scene) => {
        const { token } = scene.treasury.sandbox;
        await deliverWith(scene, inTurn(holds(token), behaviour), service);
      },
    }),
  ),
];
