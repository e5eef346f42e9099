import type { RequestRefusal } from '../../treasury/withdrawals/judge-withdrawal.ts';
import { type Problem, problem } from './problem.ts';

/** Why a withdrawal is refused: what its request answers with, and what a check says of it. */
export function withdrawalRefused({ code, message, ...members }: RequestRefusal): Problem {
  return problem(code, { detail: message, members });
}
