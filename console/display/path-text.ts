import { capitalised } from './capitalised.ts';

/**
 * A field of the API as words, where it has no better name: "beneficiary.accountHolder" is "Beneficiary, account holder",
 * and a length of time is without its unit, which its value has.
 */
export function pathText(path: string, between = ', '): string {
  const text = path
    .replaceAll('.', between)
    .replace(/Seconds$/, '')
    .replaceAll(
      /([a-z])([A-Z0-9])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    );
  return capitalised(text);
}
