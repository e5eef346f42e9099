import { createHash } from 'node:crypto';
import type { FactsById } from '../../../treasury/statements/instruction-facts.ts';

/** Which statement of a month a file is: of everything at its value, or of one currency's account in that currency. */
export interface CamtAccount {
  /** The currency of the account; null for the valued statement of everything. */
  readonly native: string | null;
  /** What is known of instructions beside the statement. */
  readonly facts: FactsById;
}

export const VALUED: CamtAccount = { native: null, facts: new Map() };

/** What tells the ids of one file from those of the others of a month; the valued statement has none. */
export function marksOf({ native }: CamtAccount): readonly string[] {
  return native === null ? [] : ['native', native];
}

/** Characters of the schema's account ids, and the digits of a digest at the end of one that was shortened. */
const MAX_ACCOUNT = 34;
const SHORTENED_DIGITS = 12;

/** An id of an account, whole where it fits. */
export function accountId(id: string): string {
  if (id.length <= MAX_ACCOUNT) return id;
  const digits = createHash('sha256').update(id).digest('hex').slice(0, SHORTENED_DIGITS);
  return `${id.slice(0, MAX_ACCOUNT - SHORTENED_DIGITS - 1)}-${digits}`;
}
