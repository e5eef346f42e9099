import { describe, expect, it } from 'vitest';
import { ID_FORM, idFormOf } from '../../../treasury/outcomes/id-form.ts';

describe('the form of an id', () => {
  it.each([
    ['b0000000-0000-4000-8000-00000000000A', 'uuid'],
    ['ord-123456789', 'ord-<9-digits>'],
    ['17', '<2-digits>'],
    ['01HV3K8Z9Q', '<10-letters-and-digits>'],
    ['T/2026.11', 'T/<4-digits>.<2-digits>'],
  ])('of %s is %s', (id, form) => {
    expect(idFormOf(id)).toBe(form);
    expect(ID_FORM.test(form)).toBe(true);
  });

  it.each(['insufficient_funds', 'x', '', 'error: 5', `${'a1-'.repeat(60)}`])(
    'is none of what is no id: %j',
    (id) => {
      expect(idFormOf(id)).toBeNull();
    },
  );

  it('is a form only if it has digits', () => {
    for (const form of ['ord', '<digits', 'a b digits>', ''])
      expect(ID_FORM.test(form)).toBe(false);
  });
});
