import { readFileSync } from 'node:fs';
import { ServiceToken } from '../../adapters/secrets/service-token.ts';
import { sayTokenFault } from '../../treasury/facts/sentences/say/say-unanswered.ts';
import { LocalStackError } from '../stack-error.ts';

/** The token in a file. @throws LocalStackError; the message never holds what is in the file. */
export function readTokenFile(file: string): ServiceToken {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : 'unknown';
    throw new LocalStackError(`the token file ${file} cannot be read (${code})`, { cause });
  }
  const parsed = ServiceToken.parse(text);
  if (parsed.ok) return parsed.token;
  throw new LocalStackError(
    `the token file ${file} holds no token: ${sayTokenFault(parsed.fault)}`,
  );
}
