import type { KMSClient } from '@aws-sdk/client-kms';

/** Attempts of one call. Making and verifying change nothing, so they may be repeated. */
const MAX_ATTEMPTS = 3;
/**
 * Milliseconds for a connection, and for an answer that usually takes 10: three of each, with their pauses, fit into
 * the half minute that a person waits.
 */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;

type Kms = typeof import('@aws-sdk/client-kms');

/** The library, loaded when it is first needed. */
export function kms(): Promise<Kms> {
  return import('@aws-sdk/client-kms');
}

let shared: KMSClient | null = null;

/** A client of this process's region and credentials, made when it is first needed. */
export async function sharedClient(): Promise<KMSClient> {
  const { KMSClient: Client } = await kms();
  shared ??= new Client({
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return shared;
}
