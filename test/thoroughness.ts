/** `npm run test:slow`, and CI with it, tries everything that randomised tests have. */
export const isThorough = process.env.SLOW_TESTS === '1';

/** `npm test` is for every change: a fourth meets what breaks often, and CI what breaks seldom. */
const SHARE = 4;

/** How many of so many tries a test makes, or meets something in: all where it is thorough, else a share. */
export function shareOf(all: number): number {
  return isThorough ? all : Math.ceil(all / SHARE);
}

/** Whether this one of a list that is tried one by one belongs to the share; each belongs where a test is thorough. */
export function takesPart(index: number): boolean {
  return isThorough || index % SHARE === 0;
}
