/** The characters that IAM takes for the name of a role. */
export const MAX_ROLE_NAME = 64;

/** The path of a stage's roles: the tables' policies know them by it. */
export function rolePath(stage: string): string {
  return `/sluice/${stage}/`;
}

/** A role's name is unique in its account, over all regions. */
export function roleName(stage: string, region: string, writer: string): string {
  return `sluice-${stage}-${region}-${writer}`;
}

/**
 * A role as a table's policy names it: by a pattern, since a role that is named would have to exist, and the tables are
 * deployed first. Any account: a principal of another one is allowed by nothing here.
 */
export function rolePattern(stage: string, writer: string): string {
  return `arn:*:iam::*:role${rolePath(stage)}*-${writer}`;
}
