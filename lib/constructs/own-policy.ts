import type { Role } from 'aws-cdk-lib/aws-iam';
import { accepted } from './accepted-finding.ts';

/** Says of a role that its one policy is its own, which is how roles are made here. */
export function ownPolicy(role: Role): void {
  accepted(
    role,
    'Its one policy is made for it alone: it cannot be attached to anything else, and it goes with the role.',
    ['NIST.800.53.R5-IAMNoInlinePolicy'],
  );
}
