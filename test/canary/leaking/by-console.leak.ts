import { it } from 'vitest';
import { CANARY_TOKEN } from '../canary.ts';

it('passes, but logs too much', () => {
  // biome-ignore lint/suspicious/noConsole: what a library might do.
  console.log({ headers: { authorization: CANARY_TOKEN } });
});
