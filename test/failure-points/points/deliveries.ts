import { deliveriesOf } from '../../../runtime/delivery/delivery.ts';
import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import type { BalancesReading, Reading } from '../../../treasury/ports/trading-service.ts';
import { TENANT } from '../../integration/protocol/treasury-under-test.ts';
import {
  cancelled,
  DONE_AT_ONCE,
  type FailurePoint,
  pointsOf,
  stays,
  unknown,
} from '../failure-point.ts';
import { meets } from '../meets.ts';
import type { Scene } from '../scene.ts';

const MINUTES = 60;

const point = pointsOf('delivering', 'happened twice');

/** The record of the stream as it was when the instruction was approved: what a failure queue keeps. */
function keptEvent(scene: Scene): unknown {
  const NewImage = {
    tenant: { S: TENANT },
    id: { S: scene.id() },
    state: { S: 'approved' },
    kind: { S: 'withdrawal' },
  };
  return { Records: [{ dynamodb: { SequenceNumber: '100000000000000000001', NewImage } }] };
}

/** An operator moves the failure queue's messages back, whatever has become of them since. */
async function redrive(scene: Scene): Promise<void> {
  for (const { instructionId } of deliveriesOf(keptEvent(scene))) {
    if (instructionId !== scene.id()) throw new Error('another instruction was delivered');
    await scene.deliver();
  }
}

/** Two invocations that have both read the balances before either claims. */
async function readBeforeEitherClaims(scene: Scene): Promise<void> {
  let arrived = 0;
  const bothArrived = Promise.withResolvers<void>();
  const readBalances = async (): Promise<Reading<BalancesReading>> => {
    const reading = await scene.patient.readBalances();
    arrived += 1;
    if (arrived === 2) bothArrived.resolve();
    await bothArrived.promise;
    return reading;
  };
  const service = { ...scene.patient, readBalances };
  await Promise.all([scene.deliver({ service }), scene.deliver({ service })]);
}

/** A delivery, or a round of the watchdog, while the POST waits for its answer. */
async function duringThePost(scene: Scene, meanwhile: () => Promise<void>): Promise<void> {
  const { sendWithdrawal } = scene.patient;
  const service = {
    ...scene.patient,
    sendWithdrawal: async (...post: Parameters<typeof sendWithdrawal>) => {
      const answer = await sendWithdrawal(...post);
      await meanwhile();
      return answer;
    },
  };
  await scene.deliver({ service });
}

export const DELIVERIES: readonly FailurePoint[] = [
  point('twice, one after the other', 'the stream repeats itself', DONE_AT_ONCE, async (scene) => {
    await scene.deliver();
    await scene.deliver();
  }),
  point('eight at once', 'invocations overlap', DONE_AT_ONCE, async (scene) => {
    await Promise.all(Array.from({ length: 8 }, () => scene.deliver()));
  }),
  point(
    'two that have both read',
    'both have decided to send before either claims: one conditional write holds',
    DONE_AT_ONCE,
    readBeforeEitherClaims,
  ),
  point(
    'while the POST waits for its answer',
    'a second invocation runs from its beginning to its end meanwhile',
    DONE_AT_ONCE,
    (scene) => duringThePost(scene, () => scene.deliver()),
  ),
  point(
    'by the watchdog, while the POST waits for its answer',
    'the watchdog comes round meanwhile',
    DONE_AT_ONCE,
    (scene) => duringThePost(scene, () => scene.watch()),
  ),
  point(
    'from the failure queue, confirmed meanwhile',
    'the event of ten minutes ago again: it counts for its id only',
    DONE_AT_ONCE,
    async (scene) => {
      await scene.deliver();
      scene.treasury.pass(10 * MINUTES);
      await redrive(scene);
    },
  ),
  point(
    'from the failure queue, unknown meanwhile',
    'what became of the first POST is not known, and nothing is sent again',
    stays(unknown('connection-lost'), 1, 1),
    async (scene) => {
      await meets({ kind: 'execute-then-reset-before-headers' })(scene);
      scene.treasury.pass(10 * MINUTES);
      await redrive(scene);
    },
  ),
  point(
    'from the failure queue, cancelled meanwhile',
    'it was not sent in time, and the watchdog has cancelled it',
    stays(cancelled('too-old'), 0, 0),
    async (scene) => {
      scene.treasury.pass(APPROVED_EXPIRY_SECONDS);
      await scene.watch();
      await redrive(scene);
    },
  ),
  point(
    'from the failure queue, never delivered before',
    'ten minutes late: it is decided again on the balances of now, and sent',
    DONE_AT_ONCE,
    async (scene) => {
      scene.treasury.pass(10 * MINUTES);
      await redrive(scene);
    },
  ),
  point(
    'from the failure queue, an hour late and without a watchdog',
    'an approval an hour old is history, even if the watchdog has not cancelled it',
    stays(cancelled('too-old'), 0, 0),
    async (scene) => {
      scene.treasury.pass(60 * MINUTES);
      await redrive(scene);
    },
  ),
];
