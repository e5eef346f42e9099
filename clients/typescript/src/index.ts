export {
  type ClientOptions,
  createSluiceClient,
  type SluiceClient,
} from './client.ts';
export {
  type FieldProblem,
  isProblem,
  isProblemCode,
  SluiceError,
  SluiceGatewayError,
  SluiceProblem,
  SluiceUnanswered,
} from './errors.ts';
export type { components, operations, paths } from './generated/api.ts';
export { FRACTION_DIGITS } from './generated/fraction-digits.ts';
export { PROBLEMS, type ProblemCode } from './generated/problems.ts';
export type { InputOf, Method, PathWith, ResponseOf, Seen } from './operations.ts';
export type { ItemOf, ListPath } from './pages.ts';
export type { RetryOptions } from './retries.ts';
