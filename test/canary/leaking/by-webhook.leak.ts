import { it } from 'vitest';
import { newSecret } from '../../../adapters/seals/secret-cipher.ts';
import { watchFor } from '../canary.ts';

it('prints the signing secret of a webhook', () => {
  const secret = newSecret();
  watchFor(secret);
  process.stdout.write(`signed with ${secret}\n`);
});
