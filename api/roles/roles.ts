/**
 * The roles of a person or a program. The groups of the people's pool have these names, and so have the scopes of
 * programs. A caller may have several.
 */
export const ROLES = ['viewer', 'trader', 'treasurer', 'approver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What each role is for, in the words of the people's pool. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  viewer: 'Sees balances, sweeps and reports',
  trader: 'Places trades',
  treasurer: 'Asks for changes of rules, accounts and limits',
  approver: 'Approves what others ask for',
  admin: 'Stops and starts everything',
};

/** The roles that programs can be given, as scopes. The rest takes people: two people are not two keys. */
export const PROGRAM_ROLES = ['viewer', 'trader'] as const satisfies readonly Role[];

/** Stands before a tenant's name in the group, or the scope, of those who may see it, if there are several tenants. */
export const TENANT_PREFIX = 'tenant:';

/** Before the role in a program's scope: "sluice/trader". */
export const SCOPE_PREFIX = 'sluice/';
