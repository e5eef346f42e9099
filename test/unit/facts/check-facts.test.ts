import { describe, expect, it } from 'vitest';
import { checkFactSchema, refusalFactSchema } from '../../../treasury/facts/check-fact.ts';
import { SAID_OF_AMOUNTS } from './said-of-amounts.ts';
import { SAID_OF_RULES } from './said-of-rules.ts';

const SAID = Object.values({ ...SAID_OF_RULES, ...SAID_OF_AMOUNTS });
const STOPPING = SAID.flatMap(([fact, , , refused]) => (refused === undefined ? [] : [fact]));
const SHOWN = SAID.flatMap(([fact, , , refused]) => (refused === undefined ? [fact] : []));

describe('a stored fact', () => {
  it.each(SAID.map(([fact]) => [fact.code, fact] as const))('%s is read as it is', (_, fact) => {
    expect(checkFactSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
  });

  it.each(SAID.map(([fact]) => [fact.code, fact] as const))(
    '%s lacks none of its fields',
    (_, fact) => {
      for (const name of Object.keys(fact)) {
        const { [name]: value, ...rest } = fact as Record<string, unknown>;
        // Absent where nothing is known of it, as the id of an account that a rule does not name.
        const mayBeAbsent =
          ['accountId', 'moved'].includes(name) || (name === 'of' && typeof value === 'string');
        expect(checkFactSchema.safeParse(rest).success, name).toBe(mayBeAbsent);
      }
    },
  );

  it('refuses where it stops something, and not where it is only shown', () => {
    for (const fact of STOPPING) expect(refusalFactSchema.parse(fact)).toEqual(fact);
    for (const fact of SHOWN)
      expect(refusalFactSchema.safeParse(fact).success, fact.code).toBe(false);
  });

  it('refuses for one account of several, and for what others take', () => {
    const spokenFor = {
      code: 'spoken-for',
      currency: 'BTC',
      balance: '2',
      committed: '1.5',
    } as const;
    const divided = { code: 'nothing-divided', by: spokenFor } as const;
    expect(refusalFactSchema.parse(divided)).toEqual(divided);
    expect(refusalFactSchema.safeParse({ ...divided, by: SHOWN[0] }).success).toBe(false);
  });

  it('has numbers as decimal text alone', () => {
    const { committed: _, ...spokenFor } = {
      code: 'spoken-for',
      currency: 'BTC',
      balance: '2',
      committed: '1.5',
    };
    for (const committed of [1.5, '1e3', '', 'x', '.5']) {
      expect(
        refusalFactSchema.safeParse({ ...spokenFor, committed }).success,
        String(committed),
      ).toBe(false);
    }
  });
});
