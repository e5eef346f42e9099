import type { Socket } from 'node:net';
import { selfSignedCertificate } from '../../integration/trading-service/certificate.ts';
import { startDeafListener } from '../../integration/trading-service/deaf-listener.ts';
import type { RawServiceOptions } from '../../integration/trading-service/raw-service.ts';
import { type FailurePoint, notSent, stays } from '../failure-point.ts';
import { postTo } from '../meets.ts';
import type { Scene } from '../scene.ts';

/** For what never connects: as long as a table can sit through. */
const IMPATIENT_MS = 200;

async function postToTls(
  scene: Scene,
  options: RawServiceOptions,
  connectTimeoutMs = 4_000,
): Promise<void> {
  const { port } = await scene.wire(() => {}, options);
  await postTo(scene, `https://127.0.0.1:${port}`, { connectTimeoutMs });
}

function point(
  name: string,
  description: string,
  because: string,
  happens: FailurePoint['happens'],
): FailurePoint {
  const expected = stays(notSent(because), 0, 0);
  return { effect: 'connecting', name, description, variant: 'did not happen', expected, happens };
}

export const CONNECTING: readonly FailurePoint[] = [
  point('no such host', 'the name is not found when the POST is to be sent', 'dns', (scene) =>
    postTo(scene, 'https://service.invalid'),
  ),
  point('refused', 'no process listens any more', 'refused', async (scene) => {
    const gone = await scene.wire(() => {});
    await gone.stop();
    await postTo(scene, `http://127.0.0.1:${gone.port}`);
  }),
  point(
    'it is never established',
    'the other side does not answer to the first packet',
    'connect-timeout',
    async (scene) => {
      const deaf = await startDeafListener();
      scene.closesWith(deaf.stop);
      await postTo(scene, `http://127.0.0.1:${deaf.port}`, { connectTimeoutMs: IMPATIENT_MS });
    },
  ),
  point(
    'TLS: not signed by a trusted authority',
    'a certificate of its own making',
    'tls',
    (scene) => postToTls(scene, { tls: selfSignedCertificate() }),
  ),
  point('TLS: for another name', "another service's certificate", 'tls', (scene) =>
    postToTls(scene, { tls: selfSignedCertificate('service.example') }),
  ),
  point('TLS: no answer', 'the handshake hangs', 'tls', (scene) =>
    postToTls(scene, {}, IMPATIENT_MS),
  ),
  point('TLS: reset', 'the connection breaks in the handshake', 'tls', (scene) =>
    postToTls(scene, {
      onConnect: (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()),
    }),
  ),
  point('TLS: not spoken', 'the other side answers in plain HTTP', 'tls', (scene) =>
    postToTls(scene, {
      onConnect: (socket: Socket) =>
        void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    }),
  ),
];
