import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Effects } from '../treasury/ports/effects.ts';
import type { SendingPorts } from '../treasury/sending/ports.ts';
import { instantOf } from '../treasury/time/instant.ts';

/** The real clock, the real randomness, and real waiting. */
export const effects: Effects & Required<Pick<SendingPorts, 'pause'>> = {
  now: () => instantOf(Date.now()),
  nonce: () => randomUUID(),
  pause: (ms) => setTimeout(ms),
};
