import { sayNotTaken } from '../../treasury/facts/sentences/say/say-not-read.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { RoundReport } from '../report/round-report.ts';

/** The exit code of `npm run once` if the round itself failed: as for any command. */
const FAILED_EXIT_CODE = 1;

/** The exit code if the round went well and a currency is blocked, unknown, disarmed or halted. */
const STUCK_EXIT_CODE = 3;

/** States in which a withdrawal of this very round did not go well. */
const FAILED: readonly Instruction['status']['state'][] = [
  'not-sent',
  'rejected',
  'unknown',
  'anomaly',
];

export interface Exit {
  readonly code: 0 | typeof FAILED_EXIT_CODE | typeof STUCK_EXIT_CODE;
  /** The one line about the failure; absent if there is none. */
  readonly failure?: string;
}

/** The result of a round, for scripts: a failure weighs more than a blocked currency, and is often its cause. */
export function exitOf(report: RoundReport): Exit {
  const failure = failureOf(report);
  if (failure !== null) return { code: FAILED_EXIT_CODE, failure };
  return { code: report.stuck.length > 0 ? STUCK_EXIT_CODE : 0 };
}

function failureOf({ snapshot, withdrawals }: RoundReport): string | null {
  if (snapshot.kind === 'missed') return `no snapshot could be taken: ${sayNotTaken(snapshot.why)}`;
  const failed = withdrawals.filter(
    ({ origin, status }) =>
      origin.kind === 'sweep' &&
      origin.snapshot === snapshot.scheduledFor &&
      FAILED.includes(status.state),
  );
  if (failed.length === 0) return null;
  const which = failed.map(({ id, status }) => `${id} is ${status.state}`).join(', ');
  return `not every withdrawal of this round went through: ${which}`;
}
