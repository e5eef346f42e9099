import type { Listening } from '../../../local/network/listen.ts';
import {
  type ServiceEndpointsOptions,
  startServiceEndpoints,
} from '../../../local/network/service-endpoints.ts';
import { Secrets } from '../../../local/secrets/secrets.ts';
import { NO_BUCKETS, NO_EVENTS } from './sample-models.ts';

export const SESSION = 'session';

/** The AWS endpoints of a stack that has nothing but what is given. */
export async function startSampleEndpoints(
  given: Partial<ServiceEndpointsOptions> = {},
): Promise<Listening> {
  return await startServiceEndpoints({
    secrets: new Secrets([]),
    functions: { find: () => undefined, invoke: async () => ({ ok: true, payload: '{}' }) },
    asyncInvocations: { accept: () => true },
    events: NO_EVENTS,
    s3: NO_BUCKETS,
    credentials: { sessionToken: SESSION, secretKey: 'local' },
    ...given,
  });
}
