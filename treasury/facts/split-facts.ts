import type { RuleSplit } from '../policy/split-schema.ts';

/** How the amount of a run is divided, and whether a part is what the rule makes of it; decimal text. */
export type SplitFact = { readonly limit: 'split' } & (
  | {
      readonly code: 'divided';
      readonly split: RuleSplit;
      /** Without parts of zero. */
      readonly parts: readonly { readonly part: number; readonly amount: string }[];
    }
  | {
      readonly code: 'divided-otherwise';
      /** Null: the rule divides nothing. */
      readonly split: RuleSplit | null;
      /** Null: the instruction is no part of a run. */
      readonly part: { readonly part: number; readonly of: number } | null;
    }
  | ({ readonly code: 'part' } & PartFact)
  | ({ readonly code: 'part-differs' } & PartFact)
  | ({ readonly code: 'part-left-before' } & PartFact)
);

interface PartFact {
  readonly split: RuleSplit;
  readonly instructionId: string;
  readonly part: number;
  readonly of: number;
  readonly amount: string;
  /** Of the whole run. */
  readonly total: string;
  readonly currency: string;
  readonly accountId?: string;
}
