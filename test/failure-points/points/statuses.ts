import { type FailurePoint, rejected, stays, unknown } from '../failure-point.ts';
import { meets } from '../meets.ts';

/** With these a service says that it refused the request itself. */
const REFUSALS = [400, 401, 403, 404, 422] as const;
/** These speak of the moment or of a state; an intermediary may have said them. */
const OTHERS = [408, 409, 425, 429, 500, 502, 503, 504] as const;

function point(status: number, execute: boolean): FailurePoint {
  const isRefusal = REFUSALS.some((each) => each === status);
  const held = rejected(status);
  return {
    effect: 'a status',
    name: String(status),
    description: execute
      ? `the service executes and answers ${status} all the same`
      : `the service answers ${status} and executes nothing`,
    variant: execute ? 'happened, answer wrong' : 'did not happen',
    expected: isRefusal
      ? {
          atFirst: held,
          // The lane is freed only where no balance fell.
          inTheEnd: execute ? held : rejected(status, 'idle'),
          posts: 1,
          executions: execute ? 1 : 0,
        }
      : stays(unknown('status'), 1, execute ? 1 : 0),
    happens: meets({ kind: 'status', status, execute, retryAfterSeconds: 0 }),
  };
}

export const STATUSES: readonly FailurePoint[] = [...REFUSALS, ...OTHERS].flatMap((status) => [
  point(status, false),
  point(status, true),
]);
