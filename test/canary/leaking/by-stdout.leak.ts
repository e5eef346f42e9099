import { it } from 'vitest';
import { CANARY_TOKEN } from '../canary.ts';

it('passes, but says too much', () => {
  process.stdout.write(`authorization: Bearer ${CANARY_TOKEN}\n`);
});
