import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type Break = Schemas['Break'];
export type BreakSet = Schemas['BreakSet'];
export type SelectedBreaks = Schemas['SelectedBreaks'];
export type DecidedBreaks = Schemas['DecidedBreaks'];
export type Explanation = Schemas['BreakExplanation'];
export type Kind = Explanation['kind'];
export type MatchingRule = Schemas['MatchingRule'];
export type Names = Schemas['Names'];

/** What is decided about several of them at once. */
export type Decision = 'explain' | 'close';
