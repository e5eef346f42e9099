import type { PauseReason, Webhook } from '../../../policy/webhook.ts';
import type { Superseded, WaitingFact } from '../../waiting-facts.ts';
import {
  PAUSED_BECAUSE as PAUSED_GERMAN,
  SUPERSEDED as SUPERSEDED_GERMAN,
  WAITING as WAITING_GERMAN,
} from '../de/waiting.ts';
import { PAUSED_BECAUSE, SUPERSEDED, WAITING } from '../en/waiting.ts';
import { asReader, type Language, type Reader } from '../language.ts';
import { sayer } from './sayer.ts';

export const saySuperseded = sayer<Superseded>({ en: SUPERSEDED, de: SUPERSEDED_GERMAN });

/** What waits, in a few words behind the name of its kind: "of 1.25 BTC". */
export const sayWaiting = sayer<WaitingFact>({ en: WAITING, de: WAITING_GERMAN });

/** The end of a proposal, as far as readers know it: what a person wrote beside it, or why it was superseded. */
export function sayDecided(
  status: { readonly comment: string } | { readonly why: Superseded },
  reader?: Language | Reader,
): string {
  return 'why' in status ? saySuperseded(status.why, reader) : status.comment;
}

const PAUSED = { en: PAUSED_BECAUSE, de: PAUSED_GERMAN };

export function sayPaused(reason: PauseReason, reader: Language | Reader = 'en'): string {
  return PAUSED[asReader(reader).language][reason];
}

/** A piece of the policy as readers get it: what Sluice has done about it in words. */
export function withPause<T extends object>(piece: T, reader?: Language | Reader): T {
  const { pausedBySluice } = piece as T & Partial<Pick<Webhook, 'pausedBySluice'>>;
  if (pausedBySluice === undefined) return piece;
  const message = sayPaused(pausedBySluice.reason, reader);
  return { ...piece, pausedBySluice: { ...pausedBySluice, message } };
}
