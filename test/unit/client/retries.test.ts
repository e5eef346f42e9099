import { expect, it } from 'vitest';
import { retryAfterOf } from '../../../clients/typescript/src/errors.ts';
import { pauseBefore, RETRY_DEFAULTS } from '../../../clients/typescript/src/retries.ts';

const answered = (status: number, headers: Record<string, string> = {}) =>
  ({ kind: 'answered', response: new Response(null, { status, headers }) }) as const;
const most = () => 1;

it('waits as long as Retry-After says, where its own pause is shorter', () => {
  const asked = answered(429, { 'retry-after': '3' });
  expect(pauseBefore(1, asked, RETRY_DEFAULTS, most)).toBe(3_000);
  expect(pauseBefore(1, answered(429), RETRY_DEFAULTS, most)).toBe(RETRY_DEFAULTS.firstPauseMs);
});

it('doubles its pauses up to the longest, and draws each of them', () => {
  const lost = { kind: 'unanswered', error: new TypeError('lost') } as const;
  const patient = { ...RETRY_DEFAULTS, attempts: 100 };
  const pauses = [1, 2, 3, 50].map((attempt) => pauseBefore(attempt, lost, patient, most));
  expect(pauses).toEqual([200, 400, 800, 10_000]);
  expect(pauseBefore(3, lost, patient, () => 0.5)).toBe(400);
});

it.each([400, 401, 403, 404, 409, 412, 422, 501])('does not repeat what a %i answers', (status) => {
  expect(pauseBefore(1, answered(status), RETRY_DEFAULTS, most)).toBeNull();
});

it('reads a Retry-After of seconds and of a moment, and ignores any other', () => {
  const after = (value: string) => retryAfterOf(new Headers({ 'retry-after': value }), 0);
  expect(after('120')).toBe(120);
  expect(after('Thu, 01 Jan 1970 00:00:05 GMT')).toBe(5);
  expect(after('soon')).toBeUndefined();
});
