import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Surroundings } from '../../treasury/ports/surroundings.ts';
import type { SendingPorts } from '../../treasury/sending/ports.ts';
import { instantOf } from '../../treasury/time/instant.ts';

/** The real clock, the real randomness, and real waiting. */
export const surroundings: Surroundings & Required<Pick<SendingPorts, 'pause'>> = {
  now: () => instantOf(Date.now()),
  nonce: () => randomUUID(),
  pause: (ms) => setTimeout(ms),
};
