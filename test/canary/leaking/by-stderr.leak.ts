import { it } from 'vitest';
import { CANARY_TOKEN } from '../canary.ts';

it('passes, but complains too much', () => {
  process.stderr.write(Buffer.from(`user:${CANARY_TOKEN}`).toString('base64'));
});
