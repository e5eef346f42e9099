import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type Backtest = Schemas['Backtest'];
/** What a backtest tries. */
export type BacktestDraft = Pick<Schemas['BacktestBody'], 'rules' | 'calendars'>;
export type MatchingBacktest = Schemas['MatchingBacktest'];
export type MatchingRuleBody = Schemas['MatchingRuleBody'];
