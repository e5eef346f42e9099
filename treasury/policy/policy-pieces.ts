/** The kinds of pieces that the policy is made of. */
export const POLICY_PIECES = [
  'rule',
  'account',
  'calendar',
  'webhook',
  'matching-rule',
  'manual-rate',
  'controls',
] as const;
export type PolicyPiece = (typeof POLICY_PIECES)[number];
