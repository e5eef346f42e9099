import { CommandError } from '../command-error.ts';

/** Where to begin: behind a place of the feed, or at a moment. */
export type Since =
  | { readonly kind: 'sequence'; readonly after: string }
  | { readonly kind: 'moment'; readonly from: string };

const MS_OF = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A sequence of 16 digits, a duration back from now ("90s", "10m", "2h", "3d"), or a time. */
export function parseSince(text: string, nowMs: number): Since {
  if (/^\d{16}$/.test(text)) return { kind: 'sequence', after: text };
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) {
    const ms = Number(amount) * MS_OF[unit as keyof typeof MS_OF];
    return { kind: 'moment', from: new Date(nowMs - ms).toISOString() };
  }
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return { kind: 'moment', from: new Date(at).toISOString() };
  throw new CommandError(`--since ${text} is none of its forms`, {
    exit: 'usage',
    help: 'Accepted are a sequence of 16 digits, a duration such as 90s, 10m, 2h or 3d, and a time such as 2026-01-31T09:00:00Z.',
  });
}
