import { PARTITIONS, TABLES } from '../access/partitions.ts';
import type { Condition, Permission } from './read-permissions.ts';

const HEAD = `# Permissions

This page lists the permissions of each role of a deployment. Every function has a role of its own, without policies that AWS
maintains. \`npm run docs:permissions\` writes the page; a test compares it with the templates, so changing a grant
changes this page, and a reviewer sees it.

- Names are those of the constructs: \`data/Ledger\` is the ledger in the data stack.
- "keys" are the partition keys of the items of a request (\`dynamodb:LeadingKeys\`). They begin with
  the tenant. IAM refuses a request that names none.
- "of them only" lists the kinds of partitions that a role writes, by what follows the tenant. One source says it for the roles and for the
  [tables' own policies](#the-tables-own-policies): \`lib/access/writers.ts\`.
- "through" means that the service may use the key on the role's behalf; the role itself may not.
- X-Ray has no resources: its two actions are the only ones on \`*\`.

## What IAM cannot enforce

- *Put* adds or replaces, and no condition key tells the two apart. The condition of the store's own write
  (\`attribute_not_exists\`) prevents replacing an audit entry; the hash chain proves that none was replaced
  (\`npm run verify:audit\`). IAM enforces the rest: only the roles below that show the audit's keys can put an entry there.
- A role that checks an item in a transaction (*ConditionCheckItem*) may put items of that partition as well: IAM may look at the
  keys of a whole transaction at once, and would otherwise deny every claim. So those who send may put policy; what they put has no seal, and permits nothing.
- Write access to the ledger does not authorise a send: every request carries a seal, and only the roles that decide have
  \`kms:GenerateMac\` on \`data/SealKey\` ([decision 0011](decisions/0011-what-authorises-a-send-is-sealed.md)). What limits count is not sealed: the roles that claim
  or give back write it, and the watchdog compares it ([decision 0029](decisions/0029-counts-are-not-sealed.md)).
- A role serves all tenants of a deployment: the functions choose the tenant, by the caller's claims or the
  event (\`docs/tenants.md\`). If IAM must separate two tenants, make another deployment.
- An administrator of the account can do everything: whoever can make roles can make one by a name that the tables know, and whoever can
  change a table's policy can take it off. Termination and deletion protection, the tables'
  and the vault's policy and the audit chain make that visible and slow, not impossible: each of these steps is an [alarm](operations.md#alarms)
  or stands in CloudTrail.

## The tables' own policies

Each table's policy denies every write but those of the roles below, by partition and to *everybody*, administrators included
([decision 0024](decisions/0024-the-tables-say-who-writes.md)). Roles are known by the stage's path and the end of their names,
\`role/sluice/STAGE/*-send-withdrawal\`. Nothing may be deleted, nothing written in batches or by PartiQL, and only counters and switches are
updated in place. The ledger and the series have no attribute by which items expire, and none may be declared. Beside the functions:

- *halting by hand* (\`sluice halt --break-glass\`): any principal whose own permissions say so may update the partitions \`#HALT\`;
- a role by the name \`...-operator\` under the stage's path applies a tenant's first policy and works roll-ups out anew
  ([deploying.md](deploying.md#the-role-of-the-first-policy)). No stack makes it.

A table that was restored from a backup has no policy until it is given one ([operations.md](operations.md#restoring-from-a-backup)).
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
      .map((condition) => conditionText(condition, resource))
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

/** The kinds of partitions of a table that a condition does not name. */
function othersOf(resource: string, named: readonly string[]): string {
  const table = TABLES.find((each) => resource === `data/${each}`);
  if (table === undefined) throw new Error(`${resource} is no table with kinds of partitions`);
  const patterns: readonly string[] = Object.values(PARTITIONS[table]);
  return patterns
    .filter((pattern) => !named.includes(pattern))
    .map((pattern) => `\`${pattern.slice(1)}\``)
    .join(', ');
}

/** "dynamodb: GetItem, Query". */
function actionsText(actions: readonly string[]): string {
  const [first = ''] = actions;
  return `${serviceOf(first)}: ${actions.map((action) => action.slice(action.indexOf(':') + 1)).join(', ')}`;
}

function serviceOf(action: string): string {
  return action.slice(0, action.indexOf(':'));
}

function conditionText({ operator, key, values }: Condition, resource: string): string {
  const shown = values.map((value) => `\`${value}\``).join(', ');
  switch (`${operator} ${key}`) {
    case 'Null dynamodb:LeadingKeys':
      return '';
    case 'ForAllValues:StringLike dynamodb:LeadingKeys':
      return `keys like ${shown}`;
    case 'ForAllValues:StringEquals dynamodb:LeadingKeys':
      return `keys ${shown}`;
    case 'ForAllValues:StringNotLike dynamodb:LeadingKeys':
      return `of them only ${othersOf(resource, values)}`;
    case 'StringEquals kms:MacAlgorithm':
      return `with ${shown}`;
    case 'StringEquals kms:ViaService':
      return `through ${values.map((value) => value.split('.')[0]).join(' or ')}`;
    default:
      return `${operator} ${key} ${shown}`;
  }
}
