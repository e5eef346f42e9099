import { LOCAL_REGION } from '../assembly/local-names.ts';
import type { LocalCredentials } from './signature.ts';

/** The settings with which an AWS client is answered at one of this machine's endpoints. */
export function clientAt({
  endpoint,
  credentials,
}: {
  readonly endpoint: string;
  readonly credentials: LocalCredentials;
}) {
  const { sessionToken, secretKey } = credentials;
  return {
    endpoint,
    region: LOCAL_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: secretKey, sessionToken },
  };
}

/** A client copies all that is asked and answered, for a logger that takes no note: this one does not. */
export function withoutLog<Client extends Logging>(client: Client): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

interface Logging {
  readonly middlewareStack: { readonly remove: (name: string) => boolean };
}
