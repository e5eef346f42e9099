import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type Calendar = Schemas['Calendar'];
export type CalendarBody = Schemas['CalendarBody'];
