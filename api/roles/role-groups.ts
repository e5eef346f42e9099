import type { Role } from './roles.ts';

/*
 * The roles that a route is for. The groups are lists of names, so that a new role is granted nothing until it is
 * written into them.
 */

/** Those who see the treasury. Routes that show who did what name their roles. */
export const EVERYBODY = [
  'viewer',
  'trader',
  'treasurer',
  'approver',
  'admin',
] as const satisfies readonly Role[];
/** Those who see who did what. */
export const REVIEWERS = ['treasurer', 'approver', 'admin'] as const satisfies readonly Role[];
export const TREASURERS = ['treasurer'] as const satisfies readonly Role[];
export const KEEPERS = ['treasurer', 'admin'] as const satisfies readonly Role[];
/** Everybody who does more than read: stopping must not wait for another person. */
export const HALTERS = [
  'trader',
  'treasurer',
  'approver',
  'admin',
] as const satisfies readonly Role[];
export const DECIDERS = ['approver', 'treasurer', 'admin'] as const satisfies readonly Role[];
/** Those who ask for changes of rules, and those who approve them. */
export const PREVIEWERS = ['treasurer', 'approver', 'admin'] as const satisfies readonly Role[];
export const SETTLERS = ['treasurer', 'approver'] as const satisfies readonly Role[];
export const APPROVERS = ['approver', 'treasurer'] as const satisfies readonly Role[];
export const TRADERS = ['trader'] as const satisfies readonly Role[];
