import type { WebhookSecret } from '../ledger/webhook-secret.ts';
import type { Webhook } from '../policy/webhook.ts';
import type { Effects } from '../ports/effects.ts';
import type { Instant } from '../time/instant.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** Deliveries and endpoints. Each write is on condition of the version before it; false if that was another. */
export interface DeliveryStore {
  /** Puts it if there is none of its id. */
  readonly add: (tenant: string, delivery: Delivery) => Promise<boolean>;
  readonly replace: (tenant: string, delivery: Delivery) => Promise<boolean>;
  readonly read: (tenant: string, webhookId: string, id: string) => Promise<Delivery | null>;
  /** Ids of deliveries that are due, the longest first. From an index: a moment old. */
  readonly due: (
    tenant: string,
    webhookId: string,
    at: Instant,
    limit: number,
  ) => Promise<readonly string[]>;
  /** How many wait to be sent, due or not, up to `limit`. From an index: a moment old. */
  readonly pending: (tenant: string, webhookId: string, limit: number) => Promise<number>;
  readonly readEndpoint: (tenant: string, webhookId: string) => Promise<Endpoint | null>;
  readonly putEndpoint: (tenant: string, endpoint: Endpoint) => Promise<boolean>;
}

/** A webhook that a deciding function wrote, and nothing of whose history says otherwise. */
export type TrustedWebhook =
  | { readonly trusted: true; readonly webhook: Webhook }
  | { readonly trusted: false; readonly why: string };

export interface SecretStore {
  /** Newest first, no generation above the given one. */
  readonly secretsUpTo: (
    tenant: string,
    webhookId: string,
    generation: number,
  ) => Promise<readonly WebhookSecret[]>;
  /** The secret in clear; null if the record is not what was encrypted. */
  readonly open: (tenant: string, secret: WebhookSecret) => Promise<string | null>;
}

export interface Posting {
  readonly url: string;
  readonly eventId: string;
  readonly event: string;
  /** Each signs it: the newest, and the one before while receivers change over. */
  readonly secrets: readonly string[];
  readonly at: Instant;
}

export interface Posted {
  readonly attempt: DeliveryAttempt;
  readonly notBeforeSeconds?: number;
}

export interface DeliveringPorts extends Pick<Effects, 'now'> {
  readonly deliveries: DeliveryStore;
  readonly secrets: SecretStore;
  /** Null if there is none, or it was deleted. */
  readonly readTrusted: (tenant: string, webhookId: string) => Promise<TrustedWebhook | null>;
  /** Never throws: everything that goes wrong is an attempt that failed. */
  readonly post: (posting: Posting) => Promise<Posted>;
  /** From 0 to 1, 1 not included. */
  readonly random: () => number;
}
