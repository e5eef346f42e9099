import type { FailurePoint } from './failure-point.ts';
import { ANSWERS } from './points/answers.ts';
import { BALANCES } from './points/balances.ts';
import { CLAIM } from './points/claim.ts';
import { CLOCKS } from './points/clocks.ts';
import { CONNECTING } from './points/connecting.ts';
import { DECIDING } from './points/deciding.ts';
import { DELIVERIES } from './points/deliveries.ts';
import { DEPLOYS } from './points/deploys.ts';
import { EXCHANGE } from './points/exchange.ts';
import { FROZEN } from './points/frozen.ts';
import { LAST_LOOK } from './points/last-look.ts';
import { LIMITS } from './points/limits.ts';
import { OTHERS } from './points/others.ts';
import { OUTCOME } from './points/outcome.ts';
import { PAUSE } from './points/pause.ts';
import { PEOPLE } from './points/people.ts';
import { RESTORED } from './points/restored.ts';
import { SEALS } from './points/seals.ts';
import { SECRET } from './points/secret.ts';
import { STATUSES } from './points/statuses.ts';
import { TOKEN } from './points/token.ts';
import { TRADES } from './points/trades.ts';

/** Every named failure point, in the order in which an instruction meets them. */
export const CATALOGUE: readonly FailurePoint[] = [
  ...DECIDING,
  ...SECRET,
  ...BALANCES,
  ...SEALS,
  ...CLAIM,
  ...LIMITS,
  ...LAST_LOOK,
  ...PAUSE,
  ...CONNECTING,
  ...EXCHANGE,
  ...ANSWERS,
  ...STATUSES,
  ...OUTCOME,
  ...DELIVERIES,
  ...FROZEN,
  ...CLOCKS,
  ...TOKEN,
  ...OTHERS,
  ...RESTORED,
  ...DEPLOYS,
  ...PEOPLE,
  ...TRADES,
];
