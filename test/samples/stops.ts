import type { StopFact } from '../../treasury/facts/stop-fact.ts';

/** A reason to end an instruction, where it does not matter which. */
export const ANY_STOP = { code: 'piece-changed', piece: 'rule' } as const satisfies StopFact;
