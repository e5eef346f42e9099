import type { components } from '@sluice/client';
import { compareAmounts } from '../display/amounts.ts';
import type { Instruction } from './instruction.ts';

type Controls = components['schemas']['CurrentControls'];

/** Minutes that a sign-in is recent: a browser that was left open is no longer the person who opened it. */
export const RECENT_MINUTES = 5;

/** Null where the issuer does not say when a person signed in: then it was not lately. */
export function isRecent(signedInAt: Date | null, now: Date): boolean {
  return signedInAt !== null && now.getTime() - signedInAt.getTime() < RECENT_MINUTES * 60_000;
}

/**
 * Whether approving this takes a recent sign-in. A trade that waits is above its limit already. A withdrawal is above it
 * where its value is above the tier of two people, or, without that, of one; without a tier, and without a price, it
 * is taken to be.
 */
export function takesRecentSignIn(
  { content, value }: Pick<Instruction, 'content' | 'value'>,
  controls: Pick<Controls, 'approvalTiers' | 'reportingCurrency'> | undefined,
): boolean {
  if (content.kind === 'trade') return true;
  const limit = controls?.approvalTiers?.twoAbove ?? controls?.approvalTiers?.oneAbove;
  if (limit === undefined || value === undefined) return true;
  if (value.currency !== controls?.reportingCurrency) return true;
  return compareAmounts(value.amount, limit) > 0;
}
