import type { FailurePoint } from './failure-point.ts';
import { ANSWERS } from './points/answers.ts';
import { BALANCES } from './points/balances.ts';
import { CLAIM } from './points/claim.ts';
import { CONNECTING } from './points/connecting.ts';
import { EXCHANGE } from './points/exchange.ts';
import { PAUSE } from './points/pause.ts';
import { SECRET } from './points/secret.ts';
import { STATUSES } from './points/statuses.ts';

/** Every named failure point, in the order in which an instruction meets them. */
export const CATALOGUE: readonly FailurePoint[] = [
  ...SECRET,
  ...BALANCES,
  ...CLAIM,
  ...PAUSE,
  ...CONNECTING,
  ...EXCHANGE,
  ...ANSWERS,
  ...STATUSES,
];
