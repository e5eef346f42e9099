import type { TradingService } from '../../../treasury/ports/trading-service.ts';
import { SEND_WINDOW_SECONDS } from '../../../treasury/sending/protocol-limits.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { DONE_AT_ONCE, type FailurePoint, notSent, stays } from '../failure-point.ts';
import type { Scene } from '../scene.ts';
import { TRUSTED } from '../wire/trusted.ts';

const LONG_AFTER = '2099-01-01T00:00:00.000Z';
const NOT_SENT = stays(notSent('past-send-by'), 0, 0);

/** A claim after which the clock moves on before anything else happens. */
function pausesAfterClaim(scene: Scene, seconds: number) {
  return scene.ledgerWith(async (commit, nth) => {
    const result = await commit();
    if (nth === 1) scene.treasury.pass(seconds);
    return result;
  });
}

/** A client that is told another `sendBy`, and so never finds that it is past. */
function withoutDeadline({ patient }: Scene): TradingService {
  return {
    ...patient,
    sendWithdrawal: (request) => patient.sendWithdrawal(request, LONG_AFTER),
    sendTrade: (request) => patient.sendTrade(request, LONG_AFTER),
  };
}

/** A client whose clock is the later one: it alone can find that `sendBy` is past. */
function withLaterClock(scene: Scene): TradingService {
  const { treasury } = scene;
  const now = () => plusSeconds(treasury.now(), SEND_WINDOW_SECONDS);
  return scene.postingVia(treasury.serviceWith({ now }));
}

/** The moment passes while the connection is made: seen only by who looks when it stands. */
async function whileConnecting(scene: Scene): Promise<TradingService> {
  const onConnect = () => scene.treasury.pass(SEND_WINDOW_SECONDS);
  const { port } = await scene.wire(() => {}, { tls: TRUSTED, onConnect });
  return scene.postingVia(scene.treasury.serviceWith({ baseUrl: `https://127.0.0.1:${port}` }));
}

type Row = readonly [
  name: string,
  description: string,
  expected: FailurePoint['expected'],
  happens: FailurePoint['happens'],
];

const ROWS: readonly Row[] = [
  [
    'past sendBy, and the sender alone looks',
    'the client is told another deadline: what decided to send looks at the clock itself',
    NOT_SENT,
    (scene) =>
      scene.deliver({
        ledger: pausesAfterClaim(scene, SEND_WINDOW_SECONDS),
        service: withoutDeadline(scene),
      }),
  ],
  [
    'past sendBy, and the client alone looks',
    "by the sender's clock there is time left: the client looks when its connection stands",
    NOT_SENT,
    (scene) => scene.deliver({ service: withLaterClock(scene) }),
  ],
  [
    'past sendBy while connecting',
    'a handshake takes longer than the claim holds',
    NOT_SENT,
    async (scene) => await scene.deliver({ service: await whileConnecting(scene) }),
  ],
  [
    'a moment before sendBy',
    'a claim holds for its whole time',
    DONE_AT_ONCE,
    (scene) => scene.deliver({ ledger: pausesAfterClaim(scene, SEND_WINDOW_SECONDS - 0.001) }),
  ],
];

export const PAUSE: readonly FailurePoint[] = (['withdrawal', 'trade'] as const).flatMap(
  (subject) =>
    ROWS.map(
      ([name, description, expected, happens]): FailurePoint => ({
        effect: 'the pause before the POST',
        name: subject === 'trade' ? `${name}, a trade` : name,
        description,
        variant: expected.posts === 0 ? 'did not happen' : 'happened late',
        expected,
        happens,
        scene: { subject },
      }),
    ),
);
