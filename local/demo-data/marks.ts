/*
 * What says that history is made up. People meet these words in every list, report, statement and in the
 * audit log: none of it can be taken for what happened.
 */

/** Where the inputs of a made-up snapshot came from. */
export const SOURCE = 'demonstration';

/** Ids of made-up requests, rules and accounts begin with it. */
export const ID_PREFIX = 'demo-';

/** Whatever people read begins with it. */
const WORDS_PREFIX = 'Demonstration: ';

export function demoComment(words: string): string {
  return `${WORDS_PREFIX}${words}`;
}

/** Nobody of the built-in people: whoever looks for what a person did must not find this. */
export const MADE_UP_PEOPLE = {
  trader: 'demonstration trader',
  treasurer: 'demonstration treasurer',
  approver: 'demonstration approver',
  /** Who says when made-up history begins and ends. */
  demonstration: 'demonstration',
} as const;
