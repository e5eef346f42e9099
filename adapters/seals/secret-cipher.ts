import { randomBytes } from 'node:crypto';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { WebhookSecret } from '../../treasury/ledger/webhook-secret.ts';
import { SealsUnavailableError } from '../../treasury/seals/ports.ts';
import { kms, sharedClient } from './kms-client.ts';
import { unavailable } from './kms-errors.ts';
import { SECRET_PURPOSE } from './secret-purpose.ts';

/** As Standard Webhooks writes a secret: this, and bytes in base64. */
const PREFIX = 'whsec_';
/** Bytes of a secret: as many as the digest that it signs with. */
const SECRET_BYTES = 32;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export interface SecretCipher {
  readonly seal: (
    tenant: string,
    terms: Omit<WebhookSecret, 'encrypted'>,
    secret: string,
  ) => Promise<WebhookSecret>;
  /** Null if the record is not what was encrypted. */
  readonly open: (tenant: string, record: WebhookSecret) => Promise<string | null>;
}

/**
 * Secrets under a key that never leaves KMS. Everything that a record says of its secret is part of the encryption: a
 * record that was changed, or put in another's place, does not open.
 */
export function createSecretCipher(
  keyId: string,
  client: () => Promise<Pick<KMSClient, 'send'>> = sharedClient,
): SecretCipher {
  return {
    seal: async (tenant, terms, secret) => {
      const { EncryptCommand } = await kms();
      const command = new EncryptCommand({
        KeyId: keyId,
        Plaintext: Buffer.from(secret),
        EncryptionContext: contextOf(tenant, terms),
      });
      try {
        const { CiphertextBlob } = await (await client()).send(command);
        if (CiphertextBlob !== undefined) {
          return { ...terms, encrypted: Buffer.from(CiphertextBlob).toString('base64') };
        }
      } catch (error) {
        throw unavailable(error, NOTHING_OF_THE_REQUEST);
      }
      throw new SealsUnavailableError('KMS answered without a text');
    },
    open: async (tenant, record) => {
      const { DecryptCommand } = await kms();
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(record.encrypted, 'base64'),
        EncryptionContext: contextOf(tenant, record),
      });
      try {
        const { Plaintext } = await (await client()).send(command);
        if (Plaintext !== undefined) return Buffer.from(Plaintext).toString();
      } catch (error) {
        if (error instanceof Error && OTHER_RECORD.includes(error.name)) return null;
        throw unavailable(error, NOTHING_OF_THE_REQUEST);
      }
      throw new SealsUnavailableError('KMS answered without a text');
    },
  };
}

function contextOf(
  tenant: string,
  { webhookId, generation, createdAt, shownTo }: Omit<WebhookSecret, 'encrypted'>,
): Record<string, string> {
  return {
    purpose: SECRET_PURPOSE,
    tenant,
    webhookId,
    generation: String(generation),
    createdAt,
    shownTo,
  };
}

/** The request held the secret. */
const NOTHING_OF_THE_REQUEST = { keepsCause: false } as const;

/** KMS's errors for a text that it did not make, or for another key or another record. */
const OTHER_RECORD: readonly string[] = ['InvalidCiphertextException', 'IncorrectKeyException'];
