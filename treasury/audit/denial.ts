import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/** A caller asked for something that their roles do not allow. */
export interface Denial {
  readonly tenant: string;
  readonly at: Instant;
  readonly by: string;
  /** The route that was called, by its method and path. */
  readonly route: string;
  /** The problem's code: why it was denied. */
  readonly code: string;
  readonly requestId: string;
}

export const denialsSchema = record(() => ({
  tenant: z.string(),
  /** Begin of the hour. */
  hour: instant,
  by: z.string(),
  route: z.string(),
  count: z.int().check(z.positive()),
  firstAt: instant,
  lastAt: instant,
  /** Time of the last denial. */
  code: z.string(),
  requestId: z.string(),
}));

/**
 * The denials of one person on one route within an hour, counted. They stand beside the audit chain, which grows by
 * one link per change: an attacker who tries all night writes one item an hour and delays no other writer.
 */
export type Denials = Stored<typeof denialsSchema>;

/** Characters of an instant up to its hour. */
const HOUR_CHARACTERS = '2026-01-05T09'.length;

export function hourOf(at: Instant): Instant {
  return `${at.slice(0, HOUR_CHARACTERS)}:00:00.000Z`;
}
