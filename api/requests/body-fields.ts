import type { PolicyProblem } from '../../treasury/policy/policy-problem.ts';
import type { FieldProblem } from '../problems/problem.ts';

/** A JSON Pointer (RFC 6901) to the end of a path; for the whole, the empty one. */
export function pointerTo(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Fields of a body as the domain's checks name them, `rules[0].budgets.per24Hours`. */
export function bodyFields(problems: readonly PolicyProblem[]): readonly FieldProblem[] {
  return problems.map(({ path, seen, accepted }) => {
    const steps = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
    return { field: steps.join('.'), pointer: pointerTo(steps), seen, accepted };
  });
}
