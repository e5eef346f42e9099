import { notFound } from '../problems/not-found.ts';
import type { ApiEvent } from './api-event.ts';

/** Longer than any id there is, shorter than what the store takes for a key. */
const MAX_ID_CHARACTERS = 200;

/** The instruction that a path names; one that no key could be is not there. */
export function instructionIdOf({ pathParameters }: Pick<ApiEvent, 'pathParameters'>): string {
  const id = pathParameters?.id ?? '';
  if (id !== '' && id.length <= MAX_ID_CHARACTERS) return id;
  throw notFound('There is no such instruction.');
}
