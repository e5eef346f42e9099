import { createSluiceClient } from '../../clients/typescript/src/index.ts';
import { PEOPLE } from '../../local/identity/people.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

/** The API as another person, who acts beside the browser. */
export function apiAs(
  { stack }: Pick<ConsoleUnderTest, 'stack'>,
  username: string,
): ReturnType<typeof createSluiceClient> {
  const person = PEOPLE.find((each) => each.username === username);
  if (person === undefined) throw new Error(`there is no built-in person ${username}`);
  const token = () => stack.identity.tokenFor(person);
  return createSluiceClient({ baseUrl: stack.url, token, tenant: 'main' });
}
