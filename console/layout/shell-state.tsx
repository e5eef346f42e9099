import type { components } from '@sluice/client';
import { createContext, use } from 'react';
import { type ReadResult, useRead } from '../api/use-read.ts';

export type Overview = components['schemas']['Overview'];

/** How many things wait for the person; null until that is known. */
const WaitingContext = createContext<number | null>(null);
export const WaitingProvider = WaitingContext.Provider;

export function useWaiting(): number | null {
  return use(WaitingContext);
}

/** What the shell shows on every screen comes from the overview: one read, shared by all who ask for it. */
export function useOverview(): ReadResult<'/v1/overview'> {
  return useRead('/v1/overview');
}
