import * as z from 'zod/mini';
import { ServiceToken, type ServiceTokenParse } from './service-token.ts';

const jsonSecret = z.object({ token: z.string() });

/** A secret is the token itself, or JSON {"token": "..."} as the console's key and value form makes it. */
export function tokenInSecret(secret: string): ServiceTokenParse {
  const text = secret.trim();
  if (text === '') return { ok: false, fault: { code: 'empty' } };
  if (!text.startsWith('{')) return ServiceToken.parse(text);
  const parsed = jsonSecret.safeParse(parseJson(text));
  if (parsed.success) return ServiceToken.parse(parsed.data.token);
  // The other content is not repeated: it may be the token under another name.
  return { ok: false, fault: { code: 'other-form' } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
