/**
 * What a person or a program may be. The groups of the people's pool have these names, and so have the
 * scopes of programs. A caller may be several.
 */
export const ROLES = ['viewer', 'trader', 'treasurer', 'approver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What each role is for, in the words of the people's pool. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'Sees balances, sweeps and reports',
  trader: 'Places trades',
  treasurer: 'Asks for changes of rules, accounts and limits',
  approver: 'Approves what others ask for',
  admin: 'Stops and starts everything',
};

/** What programs can be given, as scopes. The rest takes people: two pairs of eyes are not two keys. */
export const PROGRAM_ROLES = ['viewer', 'trader'] as const satisfies readonly Role[];

/** Before a tenant's name in the group, or the scope, of those who may see it: where there are several. */
export const TENANT_PREFIX = 'tenant:';

/** Before the role in a program's scope: "sluice/trader". */
export const SCOPE_PREFIX = 'sluice/';
