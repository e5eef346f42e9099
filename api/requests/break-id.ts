import { notFound } from '../problems/not-found.ts';
import type { ApiEvent } from './api-event.ts';

/** The tick without its marks, and the currency as the balances have it. */
const BREAK_ID = /^\d{8}T\d{9}Z-[^\s#]{1,40}$/;

/** The break that a path names; one that no break can have is not there. */
export function breakIdOf({ pathParameters }: Pick<ApiEvent, 'pathParameters'>): string {
  const id = pathParameters?.id ?? '';
  if (BREAK_ID.test(id)) return id;
  throw notFound('There is no such break.');
}
