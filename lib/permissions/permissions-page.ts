import type { Condition, Permission } from './read-permissions.ts';

const HEAD = `# Permissions

This page lists the permissions of each role of a deployment. Every function has a role of its own, without policies that AWS
maintains. \`npm run docs:permissions\` writes the page; a test compares it with the templates, so changing a grant
changes this page, and a reviewer sees it.

- Names are those of the constructs: \`data/Ledger\` is the ledger in the data stack.
- "keys" are the partition keys of the items of a request (\`dynamodb:LeadingKeys\`). They begin with
  the tenant. IAM refuses a request that names none.
- "through" means that the service may use the key on the role's behalf; the role itself may not.
- X-Ray has no resources: its two actions are the only ones on \`*\`.

## What IAM cannot enforce

- *Put* adds or replaces, and no condition key tells the two apart. The condition of the store's own write
  (\`attribute_not_exists\`) prevents replacing an audit entry; the hash chain proves that none was replaced
  (\`npm run verify:audit\`). IAM enforces the rest: only the roles below that show the audit's keys can put an entry there,
  and the ledger's own policy denies updating and deleting any item of it to *everybody*, administrators included.
- Write access to the ledger does not authorise a send: every request carries a seal, and only the roles that decide have
  \`kms:GenerateMac\` on \`data/SealKey\` ([decision 0011](decisions/0011-what-authorises-a-send-is-sealed.md)). \`data/CountKey\` seals what limits count, and authorises
  nothing ([decision 0019](decisions/0019-what-limits-count-is-sealed.md)).
- A role serves all tenants of a deployment: the functions choose the tenant, by the caller's claims or the
  event (\`docs/tenants.md\`). If IAM must separate two tenants, make another deployment.
- An administrator of the account can do everything. Termination and deletion protection, the ledger's
  and the vault's policy and the audit chain make that visible and slow, not impossible: the administrator has to remove a policy
  first, and CloudTrail records who did.
`;

/** The page that people review. */
export function permissionsPage(permissions: readonly Permission[]): string {
  const holders = [...new Set(permissions.map(({ holder }) => holder))];
  const sections = holders.map((holder) =>
    section(
      holder,
      permissions.filter((permission) => permission.holder === holder),
    ),
  );
  return `${HEAD}\n${sections.join('\n')}`;
}

function section(holder: string, permissions: readonly Permission[]): string {
  const rows = new Map<
    string,
    { readonly on: string; readonly description: string; actions: string[] }
  >();
  for (const { action, resource, conditions } of permissions) {
    const description = conditions
      .map(conditionText)
      .filter((text) => text !== '')
      .join('; ');
    const key = `${serviceOf(action)} ${resource} ${description}`;
    const row = rows.get(key) ?? { on: resource, description, actions: [] };
    row.actions.push(action);
    rows.set(key, row);
  }
  const lines = [...rows.values()].map(
    ({ on, description, actions }) => `| ${actionsText(actions)} | \`${on}\` | ${description} |`,
  );
  return `## ${holder}\n\n| may | on | if |\n|---|---|---|\n${lines.join('\n')}\n`;
}

/** "dynamodb: GetItem, Query". */
function actionsText(actions: readonly string[]): string {
  const [first = ''] = actions;
  return `${serviceOf(first)}: ${actions.map((action) => action.slice(action.indexOf(':') + 1)).join(', ')}`;
}

function serviceOf(action: string): string {
  return action.slice(0, action.indexOf(':'));
}

function conditionText({ operator, key, values }: Condition): string {
  const shown = values.map((value) => `\`${value}\``).join(', ');
  switch (`${operator} ${key}`) {
    case 'Null dynamodb:LeadingKeys':
      return '';
    case 'ForAllValues:StringLike dynamodb:LeadingKeys':
      return `keys like ${shown}`;
    case 'ForAllValues:StringEquals dynamodb:LeadingKeys':
      return `keys ${shown}`;
    case 'ForAllValues:StringNotEquals dynamodb:LeadingKeys':
      return `but not ${shown}`;
    case 'StringEquals kms:MacAlgorithm':
      return `with ${shown}`;
    case 'StringEquals kms:ViaService':
      return `through ${values.map((value) => value.split('.')[0]).join(' or ')}`;
    default:
      return `${operator} ${key} ${shown}`;
  }
}
