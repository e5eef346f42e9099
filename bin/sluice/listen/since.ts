import { CommandError } from '../command-error.ts';
import { acceptedTimes, momentIn } from '../moment.ts';

/** Where to begin: behind a place of the feed, or at a moment. */
export type Since =
  | { readonly kind: 'sequence'; readonly after: string }
  | { readonly kind: 'moment'; readonly from: string };

/** A sequence of 16 digits, or a time as every command takes it. */
export function parseSince(text: string, nowMs: number): Since {
  if (/^\d{16}$/.test(text)) return { kind: 'sequence', after: text };
  const from = momentIn(text, nowMs);
  if (from !== null) return { kind: 'moment', from };
  throw new CommandError(`--since ${text} is none of its forms`, {
    exit: 'usage',
    help: `Accepted are a sequence of 16 digits and a time: ${acceptedTimes()}.`,
  });
}
