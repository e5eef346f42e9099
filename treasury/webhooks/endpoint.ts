import * as z from 'zod/mini';
import { PAUSE_REASONS, type PauseReason } from '../policy/webhook.ts';
import { record, type Stored } from '../records/record.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

export const endpointSchema = record(() => ({
  webhookId: z.string(),
  /** One run sends to it at a time; a run that died is over then. */
  busyUntil: z.nullable(instant),
  /** When the receiver last took an event; null if it never did. */
  deliveredAt: z.nullable(instant),
  /** When it began to fail without a success since; null if it does not. */
  failingSince: z.nullable(instant),
  /** Set if it is to be paused, and why: another function does it, which sends nothing. */
  toBePaused: z.nullable(
    record(() => ({ at: instant, webhookVersion: z.int(), reason: z.enum(PAUSE_REASONS) })),
  ),
  version: z.int().check(z.positive()),
}));

/** How the deliveries to one webhook go. */
export type Endpoint = Stored<typeof endpointSchema>;

export function newEndpoint(webhookId: string): Endpoint {
  return {
    webhookId,
    busyUntil: null,
    deliveredAt: null,
    failingSince: null,
    toBePaused: null,
    version: 0,
  };
}

/** A run takes the endpoint; null if another one has it. */
export function taken(endpoint: Endpoint, at: Instant, seconds: number): Endpoint | null {
  const { busyUntil, version } = endpoint;
  if (busyUntil !== null && busyUntil > at) return null;
  return { ...endpoint, busyUntil: plusSeconds(at, seconds), version: version + 1 };
}

/** What a run saw of the receiver. */
export interface RunSummary {
  readonly webhookVersion: number;
  readonly deliveredAt: Instant | null;
  readonly failedAt: Instant | null;
  /** When the schedule of a delivery began whose last attempt failed; the latest one. */
  readonly deadSince: Instant | null;
  /** The receiver said that it is gone. */
  readonly gone: boolean;
}

/** The run is over. Without a success while a delivery went through its whole schedule, the webhook is paused. */
export function released(endpoint: Endpoint, run: RunSummary, at: Instant): Endpoint {
  const deliveredAt = run.deliveredAt ?? endpoint.deliveredAt;
  const failingSince =
    run.deliveredAt !== null ? null : (endpoint.failingSince ?? run.failedAt ?? null);
  const reason = reasonToPause(run, deliveredAt);
  return {
    ...endpoint,
    busyUntil: null,
    deliveredAt,
    failingSince,
    toBePaused:
      reason === null ? endpoint.toBePaused : { at, webhookVersion: run.webhookVersion, reason },
    version: endpoint.version + 1,
  };
}

/** A receiver that takes other events is not paused because of one. */
function reasonToPause(
  { gone, deadSince }: RunSummary,
  deliveredAt: Instant | null,
): PauseReason | null {
  if (gone) return 'receiver-gone';
  if (deadSince === null || (deliveredAt !== null && deliveredAt >= deadSince)) return null;
  return 'nothing-taken';
}
