import { setTimeout } from 'node:timers/promises';
import {
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { repeat } from '../../treasury/retries/retry.ts';

/*
 * A write that meets a transaction under way on the same item is refused, whatever its condition says: as a reason of a
 * cancelled transaction, or, of a single write, as an error of its own. The SDK repeats neither.
 */

/** How often a write is tried that collides with a transaction. A collision says nothing about the conditions and is over
 * in milliseconds. */
const MAX_COLLISIONS = 5;

/** Longest pause after a collision; a random part of it, so that two that collided do not again. */
export const COLLISION_PAUSE_MS = 50;

/**
 * Reasons that say nothing about the conditions. Each item has its own, so a collision and a throttled partition come in
 * one answer.
 */
const PASSING: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** What stands in the place of the reason of an item that was not refused. */
const NO_REASON = 'None';

/** The reasons of a cancelled transaction, in the order of its items. */
export function reasonsOf(error: TransactionCanceledException): readonly string[] {
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? NO_REASON);
}

/** True if the write was refused for nothing but what passes. Not carried out, it may be tried again as it is. */
export function isCollision(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const given = reasonsOf(error).filter((reason) => reason !== NO_REASON);
  return given.length > 0 && given.every((reason) => PASSING.has(reason));
}

/** The result of a write that may collide, within a number of attempts; all other errors are thrown at once. */
export async function pastCollisions<T extends object>(write: () => Promise<T>): Promise<T> {
  return await repeat(
    async (attempt): Promise<T | null> => {
      try {
        return await write();
      } catch (error) {
        if (!isCollision(error) || attempt === MAX_COLLISIONS) throw error;
        return null;
      }
    },
    (attempt) => setTimeout(Math.random() * COLLISION_PAUSE_MS * attempt),
  );
}
