import {
  SEND_WINDOW_SECONDS,
  SENDER_TIMEOUT_SECONDS,
} from '../../treasury/sending/protocol-limits.ts';
import { CONTROLS } from '../integration/protocol/treasury-under-test.ts';
import type { Scene } from './scene.ts';

/** Past this, a claim that its sender has not concluded is given up. */
const GIVEN_UP_AFTER_SECONDS = SEND_WINDOW_SECONDS + SENDER_TIMEOUT_SECONDS + 1;

/**
 * The same end for every failure point: whatever was broken works again, an undecided snapshot is delivered again, at once
 * and at the end, the instruction is delivered
 * twice, the watchdog comes past the time of the claim, it is delivered again, a balance is read behind
 * the quarantine and the watchdog looks once more. Nothing of it may send what was sent.
 */
export async function aftermath(scene: Scene): Promise<void> {
  const { treasury } = scene;
  treasury.sandbox.clearFaults();
  if (scene.undecided() !== null) await scene.decide();
  await scene.deliver();
  await scene.deliver();
  treasury.pass(GIVEN_UP_AFTER_SECONDS);
  await scene.watch();
  await scene.deliver();
  treasury.pass(CONTROLS.lateExecutionBoundSeconds + 1);
  await treasury.snapshot();
  if (scene.undecided() !== null) await scene.decide();
  await scene.watch();
}
