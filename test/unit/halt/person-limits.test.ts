import { expect, it } from 'vitest';
import { PersonLimits } from '../../../functions/halt/person-limits.ts';

it('looks at each person by themselves, and forgives with time', () => {
  const limits = new PersonLimits();
  const takes = (person: string, at: number, times: number) =>
    Array.from({ length: times }, () => limits.takes(person, at)).filter(Boolean).length;
  expect(takes('tina', 0, 60)).toBe(5);
  expect(takes('tom', 0, 1)).toBe(1);
  expect(takes('tina', 10_000, 60)).toBe(1);
  expect(takes('tina', 3_600_000, 60)).toBe(5);
});

it('forgets who came long ago, so that a crowd does not fill the memory', () => {
  const limits = new PersonLimits();
  for (let n = 0; n < 5; n++) limits.takes('tina', 0);
  for (let n = 0; n < 1_000; n++) limits.takes(`person-${n}`, 0);
  expect(limits.takes('tina', 0)).toBe(true);
});
