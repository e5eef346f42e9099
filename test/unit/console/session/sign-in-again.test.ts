import { describe, expect, it } from 'vitest';
import { isOldGivenBack } from '../../../../console/session/sign-in-again.ts';

const ASKED = Date.parse('2026-03-02T10:00:00Z');
const state = { returnTo: '/', askedAgainAt: ASKED };
const at = (seconds: number) => new Date(ASKED + seconds * 1_000);

describe('an issuer that was asked for a new sign-in', () => {
  it.each([
    ['gave one', state, at(20), false],
    ['gave one by a clock that is behind', state, at(-50), false],
    ['gave back the one of before', state, at(-61), true],
    ['does not say when', state, null, false],
    ['was not asked at all', { returnTo: '/' }, at(-600), false],
    ['lost what it was sent', undefined, at(-600), false],
  ])('%s', (_, sent, signedInAt, expected) => {
    expect(isOldGivenBack(sent, signedInAt)).toBe(expected);
  });
});
