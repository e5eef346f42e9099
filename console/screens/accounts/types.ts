import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type Account = Schemas['RegisteredAccount'];
export type AccountBody = Schemas['AccountBody'];
export type Rule = Schemas['ListedSweepRule'];
