import { describe, expect, it } from 'vitest';
import type { CheckCode, CheckFact, RefusalFact } from '../../../treasury/facts/check-fact.ts';
import { notSent, sayNotSent } from '../../../treasury/facts/sentences/say/not-sent.ts';
import {
  checkSentences,
  refusalSentence,
  sayCheck,
  sayRefusal,
} from '../../../treasury/facts/sentences/say/say-check.ts';
import { numbersIn } from './numbers-in.ts';
import type { SaidBy } from './said-by-check.ts';
import { SAID_OF_AMOUNTS } from './said-of-amounts.ts';
import { SAID_OF_RULES } from './said-of-rules.ts';

const SAID: SaidBy<CheckCode> = { ...SAID_OF_RULES, ...SAID_OF_AMOUNTS };

type Row = readonly [fact: CheckFact, seen: string, accepted: string, refused?: string];

const ROWS = Object.values(SAID) as readonly Row[];

describe('in German, a check names each number that it names in English', () => {
  it.each(ROWS.map(([fact, , , refused]) => [fact.code, fact, refused] as const))(
    '%s',
    (_code, fact, refused) => {
      const [english, german] = [checkSentences(fact, 'en'), checkSentences(fact, 'de')];
      expect(numbersIn(german.seen)).toEqual(numbersIn(english.seen));
      expect(numbersIn(german.accepted)).toEqual(numbersIn(english.accepted));
      if (refused === undefined) return;
      const why = fact as RefusalFact;
      expect(numbersIn(refusalSentence(why, 'de'))).toEqual(numbersIn(refusalSentence(why, 'en')));
      expect(sayRefusal(why, 'de')).toMatch(/\.$/);
      expect(sayRefusal(why, 'de')).not.toBe(refused);
    },
  );

  it('also where an account of a split cannot be paid, and where others have of the balance', () => {
    const by = { limit: 'account', code: 'account-not-registered', accountId: 'a' } as const;
    expect(sayRefusal({ code: 'nothing-divided', by }, 'de')).toBe(
      'Das Auszahlungskonto a ist nicht registriert. Solange eines der Konten nicht bedient werden kann, wird nichts aufgeteilt.',
    );
    const holding = { currency: 'BTC', balance: '20.5', committed: '15' };
    expect(sayRefusal({ code: 'spoken-for', ...holding }, 'de')).toBe(
      'Vom Bestand von 20,5 BTC sind 15 BTC bereits für andere Aufträge vorgemerkt; der Rest reicht für diese Regel nicht aus.',
    );
  });

  it('and what stops everything, with who did it and why', () => {
    const because = { by: 'Ada', at: '2026-01-05T09:00:00.000Z', comment: 'a stranger' };
    const why = { code: 'halted', currency: 'BTC', halt: { everything: true, because } } as const;
    expect(sayNotSent(why, 'de')).toBe(
      'BTC ist angehalten, wie alles andere auch, durch Ada seit 05.01.2026, 09:00:00 UTC: a stranger.',
    );
    expect(numbersIn(notSent(why, 'de'))).toEqual(numbersIn(notSent(why)));
  });
});

describe('in German, numbers and dates are written as people write them', () => {
  it('with a decimal comma, and no grouping that would look like a point', () => {
    const fact: CheckFact = {
      ...{ limit: 'keep', code: 'keep', currency: 'BTC', amount: '1000.25', keep: '0.5' },
      ...{ balance: '5000.75', committed: '0', unbooked: '0' },
    };
    expect(sayCheck(fact, 'de')).toEqual({
      seen: '4000,5 bleiben',
      accepted: 'mindestens 0,5 bleiben',
    });
  });

  it('with the day before the month, by the clocks of the rule', () => {
    const fact: CheckFact = {
      ...{ limit: 'cut-off', code: 'cut-off', timeZone: 'Europe/Zurich' },
      ...{ until: '2026-07-05T09:00:00.000Z', now: '2026-07-05T09:30:00.000Z' },
    };
    expect(sayCheck(fact, 'de').accepted).toBe('vor 05.07.2026, 11:00 Europe/Zurich');
  });
});
