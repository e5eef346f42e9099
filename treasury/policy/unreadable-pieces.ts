import { areUnreadable } from './controls.ts';
import type { Policy } from './policy.ts';

export const UNREADABLE_PIECES = [
  'controls',
  'lane',
  'counts',
  'rule',
  'account',
  'calendar',
  'webhook',
] as const;

/** An item that is not in a form which this version of Sluice reads: what rests on it waits until it is put right. */
export interface UnreadablePiece {
  readonly piece: (typeof UNREADABLE_PIECES)[number];
  /** Of a lane: its currency; of the controls, and of counts over several currencies: their name. */
  readonly id: string;
}

/** `others`: what stands beside the policy, by what it is: those that cannot be read. */
export function unreadablePieces(
  { controls, unreadableRules = [], unreadableAccounts = [], unreadableCalendars = [] }: Policy,
  others: Readonly<Partial<Record<'lane' | 'counts' | 'webhook', readonly string[]>>>,
): readonly UnreadablePiece[] {
  const named = {
    controls: areUnreadable(controls) ? ['controls'] : [],
    ...{ lane: [], counts: [], webhook: [], ...others },
    rule: unreadableRules.map(({ id }) => id),
    account: unreadableAccounts,
    calendar: unreadableCalendars,
  } satisfies Record<UnreadablePiece['piece'], readonly string[]>;
  return UNREADABLE_PIECES.flatMap((piece) => named[piece].map((id) => ({ piece, id })));
}
