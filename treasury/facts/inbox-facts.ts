import type { PauseReason } from '../policy/webhook.ts';
import type { CalendarDate } from '../time/calendar-date.ts';
import type { Instant } from '../time/instant.ts';
import type { Actor } from './actor.ts';
import type { BreakKind, BreakOrigin } from './break-facts.ts';
import type { FailingFact } from './failing-fact.ts';
import type { Asked } from './halt-facts.ts';
import type { Lapsed } from './lapse.ts';
import type { Widening } from './widening-facts.ts';

/** What policy consists of. */
type PieceKind =
  | 'rule'
  | 'account'
  | 'controls'
  | 'calendar'
  | 'webhook'
  | 'matching-rule'
  | 'manual-rate';

/** What a person decides about, with its amounts and labels. */
export type InboxFact =
  | {
      readonly code: 'asked-to-send';
      /** A person, a program, or a rule. */
      readonly askedBy: Actor;
      readonly asked: Asked;
      /** Less is decided about than leaves: of a rule that divides. */
      readonly part: { readonly part: number; readonly of: number; readonly total: string } | null;
      readonly reference: string | null;
    }
  | {
      readonly code: 'outcome-unknown';
      readonly asked: Asked;
      /** The last statement about it, if it no longer holds. */
      readonly lapsed: Lapsed | null;
    }
  | {
      readonly code: 'outcome-stated';
      readonly asked: Asked;
      readonly by: string;
      readonly executed: boolean;
    }
  | {
      readonly code: 'change-proposed';
      /** Null: what is proposed alone. */
      readonly by: string | null;
      readonly isNew: boolean;
      /** The kind of what changes, and the name that people know it by; null of the controls, which are one. */
      readonly piece: PieceKind;
      readonly name: string | null;
      /** Every account that a rule which divides pays to, by label or id. */
      readonly accounts: readonly { readonly id: string; readonly label?: string | undefined }[];
      readonly widens: readonly Widening[];
      /** Further reasons. */
      readonly more: number;
    }
  | { readonly code: 'resumption-proposed'; readonly by: string; readonly currency: string | null }
  | {
      readonly code: 'not-booked';
      readonly amount: string;
      readonly currency: string;
      readonly first: { readonly by: string; readonly outcome: string } | null;
    }
  | {
      readonly code: 'backup-restored';
      readonly currencies: readonly string[];
      readonly first: string | null;
    }
  | {
      readonly code: 'break-open';
      readonly currency: string;
      readonly direction: 'inflow' | 'outflow' | 'unbooked';
      readonly found: BreakOrigin;
      readonly explained: { readonly by: string; readonly kind: BreakKind } | null;
    }
  | {
      readonly code: 'balance-low';
      readonly currency: string;
      readonly balance: string;
      readonly low: string;
      /** What brings it to the low, or fills it to what is kept. */
      readonly filling:
        | { readonly to: 'low'; readonly amount: string }
        | { readonly to: 'kept'; readonly amount: string; readonly target: string };
    }
  | { readonly code: 'rule-failing'; readonly failing: FailingFact }
  | {
      readonly code: 'webhook-failing';
      readonly id: string;
      readonly label: string;
      /** When it took the last; null: none ever. */
      readonly last: Instant | null;
    }
  | {
      readonly code: 'webhook-paused';
      readonly id: string;
      readonly label: string;
      readonly reason: PauseReason;
    }
  | {
      readonly code: 'calendar-ending';
      readonly id: string;
      readonly label: string;
      readonly until: CalendarDate;
      readonly hasEnded: boolean;
      readonly rules: readonly string[];
      readonly isBuiltIn: boolean;
    };

/** Why a caller may not decide, where no deciding route would say it. */
export type MayNotFact = {
  readonly code:
    | 'is-program'
    | 'no-such-role'
    | 'settled-by-you'
    | 'approved-by-you'
    | 'one-of-two-by-you'
    | 'stated-by-you'
    | 'outcome-stated-by-you'
    | 'written-by-another';
};
