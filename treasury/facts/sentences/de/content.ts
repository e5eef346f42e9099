import { MAX_FRACTION_DIGITS, MAX_INTEGER_DIGITS } from '../../../money/decimal-text.ts';
import type { ContentTexts } from '../content-texts.ts';
import { joined, quoted, sentence, written } from '../sentence.ts';

const BALANCES_ACCEPTED =
  'angenommen wird {"BTC": "1.5"}, {"BTC": {"total": "1.5", "available": "1"}}, [{"currency": "BTC", "total": "1.5"}] oder eines davon innerhalb von "balances" oder "data"; jeder Betrag als Dezimalzahl in Textform';

const PRICES_ACCEPTED = 'angenommen wird {"BTC/USD": {"bid": "1", "ask": "2"}}';

const DECIMAL = `erwartet wird eine Dezimalzahl in Textform wie "12.5": höchstens ${MAX_INTEGER_DIGITS} Stellen vor und ${MAX_FRACTION_DIGITS} nach dem Punkt, ohne Exponent, führende Nullen und Trennzeichen`;

export const CONTENT: ContentTexts = {
  content: {
    'states-failure': (_, { why }) => why,
    'further-pages': ({ by, name }) =>
      sentence`eine Antwort mit 200, die nach ${by === 'header' ? 'ihrem Header' : 'ihrem Feld'} ${quoted(name)} weitere Seiten hat; gebraucht wird sie ganz`,
    'no-balances': (_, { why, seen }) => sentence`${why}; gesehen: ${seen}; ${BALANCES_ACCEPTED}`,
    'not-by-instrument': (_, { seen }) =>
      sentence`kein Objekt mit Instrumenten als Namen; gesehen: ${seen}; ${PRICES_ACCEPTED}`,
    'too-many-instruments': ({ most }) => sentence`mehr als ${most} Instrumente`,
    'no-price': (_, { why }) => why,
  },
  balances: {
    'no-entries': () => 'weder ein Objekt noch eine Liste',
    'null-wrapper': ({ name }) => sentence`${quoted(name)} ist null`,
    'two-wrappers': ({ names }) =>
      sentence`Bestände an zwei Stellen, ${joined(names.map(quoted), ' und ')}`,
    'beside-wrapper': ({ name, wrapper }) =>
      sentence`${quoted(name)} steht neben ${quoted(wrapper)}`,
    'unnamed-item': () => 'eine Liste mit einem Eintrag, der keine Währung nennt',
    'too-many': ({ most }) => sentence`mehr als ${most} Währungen`,
    'no-currency': ({ name }) => sentence`${quoted(name)} ist keine Währung`,
    unreadable: ({ name, why: { code } }, { why }) =>
      code === 'case-alone' ? why : sentence`${written(name)}: ${why}`,
  },
  price: {
    'case-alone': ({ names, more }) =>
      sentence`${joined(names.map(quoted), ' und ')}${more === undefined ? '' : ` und ${more} weitere`} unterscheiden sich nur in der Groß- und Kleinschreibung`,
    'other-form': (_, { instrument }) => sentence`${instrument} hat nicht die Form BASIS/NOTIERUNG`,
    'states-failure': (_, { instrument, why }) => sentence`${instrument}: eine Angabe, ${why}`,
    'no-object': (_, { instrument, seen }) =>
      sentence`${instrument}: der Eintrag ist kein Objekt; gesehen: ${seen}`,
    'no-decimal': ({ field }, { instrument, seen }) =>
      sentence`${instrument}: ${field}: ${DECIMAL}; gesehen: ${seen}`,
    'not-positive': ({ field }, { instrument, seen }) =>
      sentence`${instrument}: ${field}: erwartet wird mehr als null; gesehen: ${seen}`,
    crossed: (_, { instrument }) => sentence`${instrument}: der Geldkurs liegt über dem Briefkurs`,
  },
  shape: {
    kinds: {
      text: 'Text',
      'empty-text': 'leerer Text',
      number: 'eine Zahl',
      boolean: 'ein Wahrheitswert',
      null: 'null',
      'empty-list': 'eine leere Liste',
      object: 'ein Objekt',
      'empty-object': 'ein leeres Objekt',
    },
    list: (items, first) => sentence`eine Liste von ${items}, zuerst ${first}`,
    object: (named) => sentence`ein Objekt {${named}}`,
    more: (fields) => sentence`und ${fields} weitere`,
  },
};
