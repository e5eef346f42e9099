import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** What becomes of a resource that holds data, when its stack is deleted or fails. */
export function removalOfData({ data }: StageConfiguration): RemovalPolicy {
  return data === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/**
 * The same for a resource with a name of our choice. What a first deployment that failed has created
 * goes all the same: nothing is in it yet, and the next attempt needs the name.
 */
export function removalOfNamed({ data }: StageConfiguration): RemovalPolicy {
  return data === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
