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
