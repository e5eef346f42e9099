import type { components } from '@sluice/client';
import { createContext, use } from 'react';

export type Me = components['schemas']['Me'];
export type OperationName = keyof import('@sluice/client').operations;

/** Who works, for which tenant: what /v1/me says. */
const PersonContext = createContext<Me | null>(null);
export const PersonProvider = PersonContext.Provider;

export function usePerson(): Me {
  const me = use(PersonContext);
  if (me === null) throw new Error('there is no PersonProvider around this');
  return me;
}

/** The tenant of this address. */
export function useTenant(): string {
  return usePerson().tenant;
}

/** Whether the person's roles permit an operation. The API decides; this only says which buttons to show. */
export function useMay(): (operation: OperationName) => boolean {
  const { operations } = usePerson();
  return (operation) => operations.includes(operation);
}
