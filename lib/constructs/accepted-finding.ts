import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Accepts what a rule of cdk-nag finds in a resource, or in what belongs to it, with the reason why. It stands
 * beside the resource that it is about; test/cdk/nag.test.ts refuses a finding without a reason, and a reason
 * without a finding.
 */
export function accepted(resource: IConstruct, reason: string, rules: readonly string[]): void {
  for (const id of rules) Validations.of(resource).acknowledge({ id, reason });
}
