import { formatDuration } from '../../display/times.ts';
import type { Account } from './types.ts';

export const ACCOUNT_STATES = ['active', 'cooling-off', 'inactive', 'deleted'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/**
 * Seconds that a new destination rests where the controls say nothing else.
 * The contract has it in the description of `accountCoolingOffSeconds`; a test compares it.
 */
export const DEFAULT_COOLING_OFF_SECONDS = 86_400;

/** Whether money can go there by now, and why not. */
export function stateOf({ status, usableFrom, deletedAt }: Account, now: Date): AccountState {
  if (deletedAt !== undefined) return 'deleted';
  if (status === 'inactive') return 'inactive';
  return usableFrom !== undefined && new Date(usableFrom) > now ? 'cooling-off' : 'active';
}

/** "cooling off, 5 h 10 min left"; a minute is the least that is said. */
export function stateText(account: Account, now: Date): string {
  const state = stateOf(account, now);
  if (state !== 'cooling-off' || account.usableFrom === undefined) {
    return state === 'inactive' ? 'switched off' : state;
  }
  const seconds = (new Date(account.usableFrom).getTime() - now.getTime()) / 1_000;
  return `cooling off, ${formatDuration(Math.max(60, Math.ceil(seconds / 60) * 60))} left`;
}
