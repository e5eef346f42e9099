/*
 * The marks of made-up history. People meet these words in every list, report, statement and in the audit log: none
 * of it can be mistaken for real events.
 */

/** The source of a made-up snapshot's inputs. */
export const SOURCE = 'demo-data';

/** Ids of made-up requests, rules and accounts begin with it. */
export const ID_PREFIX = 'demo-';

/** Every text for people begins with it. */
const COMMENT_PREFIX = 'Demo data: ';

export function demoComment(comment: string): string {
  return `${COMMENT_PREFIX}${comment}`;
}

/** None of the built-in people: a search for a person's actions must not find this. */
export const MADE_UP_PEOPLE = {
  trader: 'demo-data Lukas Frei, trader',
  treasurer: 'demo-data Marta Keller, treasurer',
  approver: 'demo-data Helen Brandt, approver',
  /** The author of the beginning and end of made-up history. */
  demoData: 'demo-data',
} as const;
