import { observedEnvironment, readEnvironment } from '../environment/environment.ts';

/** The dimension of every metric that tells stages apart: they may share an account, and its metrics with it. */
export function stageDimension(): { readonly stage: string } {
  return { stage: readEnvironment(observedEnvironment).STAGE };
}
