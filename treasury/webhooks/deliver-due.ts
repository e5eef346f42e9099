import type { Webhook } from '../policy/webhook.ts';
import { type Instant, later } from '../time/instant.ts';
import { attempted, claimed, type Delivery, type DeliveryAttempt, isDue } from './delivery.ts';
import { type Endpoint, newEndpoint, type RunSummary, released, taken } from './endpoint.ts';
import type { DeliveringPorts } from './ports.ts';
import { DELIVERY_ATTEMPTS } from './retry-schedule.ts';
import { signingSecrets } from './signing-secrets.ts';

/** Requests to one receiver at once: it is spared, and a backlog of a thousand is gone in a minute. */
export const REQUESTS_AT_ONCE = 4;

/**
 * Failures in a row after which a run leaves a receiver alone until the next: a receiver that is down costs a run
 * seconds, not minutes.
 */
export const MAX_FAILURES_OF_A_RUN = 8;

export interface DeliveryRun {
  readonly tenant: string;
  readonly webhookId: string;
  /** Seconds for which no other run may send to this webhook: the function's own time. */
  readonly leaseSeconds: number;
  /** Nothing is begun after this. */
  readonly until: Instant;
}

export type DeliveryRunResult =
  | {
      readonly result: 'ran';
      readonly delivered: number;
      readonly failed: number;
      readonly dead: number;
      /** More was due than there was time for, or the receiver was left alone. */
      readonly more: boolean;
    }
  | { readonly result: 'not-run'; readonly why: string }
  /** Another program wrote to the table: nothing is sent. */
  | { readonly result: 'not-trusted'; readonly why: string };

/**
 * Sends to one webhook what is due. Another webhook is another run, so none waits for it. At least once: a delivery
 * that was sent, and not recorded, is due again.
 */
export async function deliverDue(
  ports: DeliveringPorts,
  run: DeliveryRun,
): Promise<DeliveryRunResult> {
  const { tenant, webhookId, leaseSeconds } = run;
  const { deliveries } = ports;
  const webhook = await ports.readTrusted(tenant, webhookId);
  if (webhook === null) return { result: 'not-run', why: 'there is no such webhook' };
  if (!webhook.trusted) return { result: 'not-trusted', why: webhook.why };
  if (webhook.webhook.status !== 'active') return { result: 'not-run', why: 'it is paused' };
  const secrets = await openSecrets(ports, tenant, webhook.webhook);
  if (secrets === null) return { result: 'not-trusted', why: 'its secret does not open' };
  if (secrets.length === 0) return { result: 'not-run', why: 'its secret was not shown yet' };
  const before = (await deliveries.readEndpoint(tenant, webhookId)) ?? newEndpoint(webhookId);
  const mine = taken(before, ports.now(), leaseSeconds);
  if (mine === null || !(await deliveries.putEndpoint(tenant, mine))) {
    return { result: 'not-run', why: 'another run sends to it' };
  }
  return await drain(ports, run, { webhook: webhook.webhook, secrets, endpoint: mine });
}

async function openSecrets(
  { secrets, now }: DeliveringPorts,
  tenant: string,
  { id, secretGeneration }: Webhook,
): Promise<readonly string[] | null> {
  const known = await secrets.secretsUpTo(tenant, id, secretGeneration);
  const opened = await Promise.all(
    signingSecrets(known, now()).map((secret) => secrets.open(tenant, secret)),
  );
  const whole = opened.filter((secret) => secret !== null);
  return whole.length === opened.length ? whole : null;
}

interface Draining {
  readonly webhook: Webhook;
  readonly secrets: readonly string[];
  readonly endpoint: Endpoint;
}

async function drain(
  ports: DeliveringPorts,
  run: DeliveryRun,
  { webhook, secrets, endpoint }: Draining,
): Promise<DeliveryRunResult> {
  const { tenant } = run;
  const totals = new RunTotals(webhook.version);
  const seen = new Set<string>();
  let more = false;
  try {
    for (;;) {
      const at = ports.now();
      // As many as were seen, and a round: the index still shows some of those.
      const limit = seen.size + REQUESTS_AT_ONCE;
      const due = await ports.deliveries.due(tenant, webhook.id, at, limit);
      const round = due.filter((id) => !seen.has(id)).slice(0, REQUESTS_AT_ONCE);
      if (round.length === 0) break;
      if (at >= run.until || totals.failuresInARow >= MAX_FAILURES_OF_A_RUN || totals.gone) {
        more = true;
        break;
      }
      for (const id of round) seen.add(id);
      const ended = await Promise.all(
        round.map((id) => deliverOne(ports, { tenant, webhook, secrets }, id)),
      );
      for (const each of ended) if (each !== null) totals.add(each);
    }
  } finally {
    await ports.deliveries.putEndpoint(tenant, released(endpoint, totals.summary(), ports.now()));
  }
  const { delivered, failed, dead } = totals;
  return { result: 'ran', delivered, failed, dead, more };
}

interface Sending {
  readonly tenant: string;
  readonly webhook: Webhook;
  readonly secrets: readonly string[];
}

/** The delivery after its attempt; null if it was not due any more, or another run has it. */
async function deliverOne(
  ports: DeliveringPorts,
  { tenant, webhook, secrets }: Sending,
  id: string,
): Promise<Delivery | null> {
  const { deliveries, now } = ports;
  const delivery = await deliveries.read(tenant, webhook.id, id);
  if (delivery === null || !isDue(delivery, now())) return null;
  const mine = claimed(delivery, now());
  if (!(await deliveries.replace(tenant, mine))) return null;
  const { eventId, event } = delivery;
  const posting = { url: webhook.url, eventId, event, secrets, at: now() };
  const posted = await ports.post(posting);
  const ended = attempted(mine, { ...posted, at: now(), random: ports.random() });
  // A person may have asked for it once more meanwhile: then it is due, and this attempt is not on record.
  await deliveries.replace(tenant, ended);
  return ended;
}

/** What a run saw, counted. */
class RunTotals {
  delivered = 0;
  failed = 0;
  dead = 0;
  gone = false;
  failuresInARow = 0;
  readonly #webhookVersion: number;
  #deliveredAt: Instant | null = null;
  #failedAt: Instant | null = null;
  #deadSince: Instant | null = null;

  constructor(webhookVersion: number) {
    this.#webhookVersion = webhookVersion;
  }

  add({ state, attempts }: Delivery): void {
    const last = attempts.at(-1);
    if (last === undefined) return;
    if (last.failure === null) this.#addDelivered(last);
    else this.#addFailed(last);
    if (state !== 'dead') return;
    this.dead += 1;
    const since = attempts.slice(-DELIVERY_ATTEMPTS)[0]?.at ?? last.at;
    this.#deadSince = this.#deadSince === null ? since : later(this.#deadSince, since);
  }

  #addDelivered({ at }: DeliveryAttempt): void {
    this.delivered += 1;
    this.failuresInARow = 0;
    this.#deliveredAt = this.#deliveredAt === null ? at : later(this.#deliveredAt, at);
  }

  #addFailed({ at, failure }: DeliveryAttempt): void {
    this.failed += 1;
    this.failuresInARow += 1;
    this.#failedAt ??= at;
    if (failure === 'gone') this.gone = true;
  }

  summary(): RunSummary {
    return {
      webhookVersion: this.#webhookVersion,
      deliveredAt: this.#deliveredAt,
      failedAt: this.#failedAt,
      deadSince: this.#deadSince,
      gone: this.gone,
    };
  }
}
