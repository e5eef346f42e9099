import type { LaneStep } from '../lane-step.ts';
import type { StopNext } from '../stopped-lane.ts';
import type { SaidOf } from './said.ts';

/** How a reader does what a sentence asks for: the API names routes, a program its commands. A screen has buttons. */
export interface LaneActions {
  readonly settle: (kind: 'withdrawal' | 'trade', instructionId: string) => string;
  readonly readUnbooked: (currency: string) => string;
  readonly concludeUnbooked: (currency: string) => string;
  readonly rearm: () => string;
  readonly resume: () => string;
}

type Doubt = 'contradicted' | 'rise' | 'fee';

/** A part of an unbooked amount that has one reason; until when it is in doubt, where only a doubt is left. */
export type UnbookedFact = { readonly amount: string; readonly currency: string } & (
  | { readonly code: 'claimed' | 'fee-of-claimed' }
  | { readonly code: Doubt; readonly until: string }
);

/** What frees an amount that is held back. */
export type UnbookedNextFact =
  | { readonly code: 'wait-for-fall' | 'wait-alone' }
  | { readonly code: 'look-up'; readonly currency: string };

/** All that a language says of what frees a currency. */
export interface LaneStepTexts {
  readonly steps: SaidOf<LaneStep, LaneActions | undefined>;
  readonly unbooked: SaidOf<UnbookedFact>;
  readonly next: SaidOf<UnbookedNextFact, LaneActions | undefined>;
  readonly stopped: SaidOf<StopNext, LaneActions | undefined>;
}
