import { ROLES } from './roles.ts';

/** Whoever has a role at all. Routes that show more than the treasury itself name their roles. */
export const EVERYBODY = ROLES;
/** Those who see who did what. */
export const AUDITORS = ['treasurer', 'approver', 'admin'] as const;
export const TREASURERS = ['treasurer'] as const;
export const KEEPERS = ['treasurer', 'admin'] as const;
/** Everybody who does more than look: stopping must not wait for anybody. */
export const HALTERS = ['trader', 'treasurer', 'approver', 'admin'] as const;
export const DECIDERS = ['approver', 'treasurer', 'admin'] as const;
/** Those who ask for changes of rules, and those who approve them. */
export const PREVIEWERS = ['treasurer', 'approver', 'admin'] as const;
export const SETTLERS = ['treasurer', 'approver'] as const;
export const APPROVERS = ['approver', 'treasurer'] as const;
export const TRADERS = ['trader'] as const;
