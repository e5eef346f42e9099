import { it } from 'vitest';

it('passes, and says nothing that it should not', () => {
  process.stdout.write('authorization: Bearer [token]\n');
});
