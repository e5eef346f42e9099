import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type Rule = Schemas['SweepRule'];
export type ListedRule = Schemas['ListedSweepRule'];
export type RuleBody = Schemas['SweepRuleBody'];
export type MatchingRuleBody = Schemas['MatchingRuleBody'];
export type Account = Schemas['RegisteredAccount'];
export type PolicyChange = Schemas['PolicyChange'];
export type Preview = Schemas['Preview'];
export type DraftedChange = Schemas['DraftedChange'];
