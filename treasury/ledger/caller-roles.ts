import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const callerRolesSchema = record(() => ({
  tenant: z.string(),
  /** As the audit log has the person or the program. */
  id: z.string(),
  kind: z.enum(['person', 'program']),
  /** Names of roles with blanks between, in the order of the roles' own list. */
  roles: z.string(),
  /** When a token was first seen with them on that day. */
  seenAt: instant,
  /** The day of it in UTC: an item is written once a day, or when the roles are others. */
  seenOn: z.string(),
}));

/**
 * The roles that a caller's token last had here. Nothing is decided by it: every request is judged by its own token. It
 * holds no part of a token, and says nothing about a caller who stays away.
 */
export type CallerRoles = Stored<typeof callerRolesSchema>;
