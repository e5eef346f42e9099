import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** The fate of a resource that holds data, when its stack is deleted or fails. */
export function removalOfData({ data }: StageConfiguration): RemovalPolicy {
  return data === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/**
 * The same for a resource with a name of our choice. A resource that a failed first deployment created is deleted all
 * the same: nothing is in it yet, and the next attempt needs the name.
 */
export function removalOfNamed({ data }: StageConfiguration): RemovalPolicy {
  return data === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
