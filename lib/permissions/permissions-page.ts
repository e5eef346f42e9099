import type { Condition, Permission } from './read-permissions.ts';

const HEAD = `# Permissions

What each role of a deployment may do: one role for each function, made for it alone, and nothing that AWS
maintains. Written by \`npm run docs:permissions\`; a test holds it against the templates, so a change of a grant is a
change of this page, and is reviewed as one.

- Names are those of the constructs: \`data/Ledger\` is the ledger in the data stack.
- "keys" are the partition keys of the items that a request is about (\`dynamodb:LeadingKeys\`). They begin with
  the tenant. A request that names none is refused.
- "through" means that the key can be used by that service on the role's behalf, never by the role itself.
- X-Ray knows no resources: its two actions are the only ones on \`*\`.

What IAM cannot say here:

- *Put* adds or replaces, and no condition key tells the two apart. That nothing in the audit is replaced is the
  condition of the store's own write (\`attribute_not_exists\`); that nothing was replaced is what its hash chain proves
  (\`npm run verify:audit\`). What IAM does say: only the roles below that show the audit's keys can put anything there,
  and the ledger's own policy denies *everybody*, administrators included, to update or delete any item of it.
- Who may write to the ledger may not authorise by that: what is sent carries a seal, and \`kms:GenerateMac\` on \`data/SealKey\`
  is with the roles that decide alone ([decision 0011](decisions/0011-what-authorises-a-send-is-sealed.md)).
- A role is one for all tenants of a deployment: the functions choose the tenant, by the caller's claims or the
  event (\`docs/tenants.md\`). What must be apart for IAM as well is another deployment.
- Whoever administers the account can do everything. Termination and deletion protection, the ledger's
  and the vault's policy and the audit chain make that visible and slow, not impossible: a policy has to be taken off
  first, and CloudTrail has who did.
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
    { readonly on: string; readonly words: string; actions: string[] }
  >();
  for (const { action, resource, conditions } of permissions) {
    const words = conditions
      .map(wordsOf)
      .filter((text) => text !== '')
      .join('; ');
    const key = `${serviceOf(action)} ${resource} ${words}`;
    const row = rows.get(key) ?? { on: resource, words, actions: [] };
    row.actions.push(action);
    rows.set(key, row);
  }
  const lines = [...rows.values()].map(
    ({ on, words, actions }) => `| ${actionsText(actions)} | \`${on}\` | ${words} |`,
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

function wordsOf({ operator, key, values }: Condition): string {
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
