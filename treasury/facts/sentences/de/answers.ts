import { MAX_FRACTION_DIGITS, MAX_INTEGER_DIGITS } from '../../../money/decimal-text.ts';
import type { ExpectedKind, FillProblem } from '../../../outcomes/answer-fact.ts';
import type { AnswerTexts } from '../answer-texts.ts';
import { moment, numberPart, quoted, type Sentence, sentence, written } from '../sentence.ts';
import { SIDES } from './wording.ts';

const EXPECTED: Readonly<Record<ExpectedKind, string>> = {
  list: 'erwartet ist eine Liste',
  object: 'erwartet ist ein Objekt',
  text: 'erwartet ist Text',
  uuid: 'erwartet ist eine UUID',
  decimal: `erwartet ist eine Dezimalzahl als Text, etwa "12.5": höchstens ${MAX_INTEGER_DIGITS} Stellen vor und ${MAX_FRACTION_DIGITS} nach dem Punkt, ohne Exponent, führende Nullen und Trennzeichen`,
  other: 'von anderer Form als erwartet',
};

const FILLS: Readonly<Record<FillProblem, string>> = {
  'amount-unreadable': 'ein ausgeführter oder restlicher Betrag ist nicht lesbar oder negativ',
  'no-amount': 'eine Ausführung hat keinen lesbaren Betrag',
  'price-unreadable': 'der Kurs einer Ausführung ist nicht lesbar',
  'zero-amount': 'eine Ausführung von null oder weniger ist keine',
  'zero-price': 'eine Ausführung zu null oder weniger ist keine',
};

const FIELDS = { instrument: 'Instrument', side: 'Seite' } as const;

function compared(asked: Sentence, answered: Sentence): Sentence {
  return sentence`verlangt ${asked}, geantwortet ${answered}`;
}

const amounts = ({ asked, answered }: { readonly asked: string; readonly answered: string }) =>
  compared([numberPart(asked)], [numberPart(answered)]);

const sideOf = (side: string) => (side === 'buy' ? SIDES.buy : SIDES.sell);

const OF = { withdrawal: 'die Auszahlung', trade: 'das Geschäft' } as const;

export const ANSWERS: AnswerTexts = {
  found: {
    'past-send-by': ({ sendBy }) => sentence`nicht gesendet: Es ist nach ${moment(sendBy)}`,
    'halt-unreadable': () => 'nicht gesendet: Der Halt war unmittelbar davor nicht lesbar',
    'halt-changed': ({ generation, claimed }) =>
      sentence`nicht gesendet: Der Halt ist in Generation ${generation}, entschieden wurde bei Generation ${claimed}`,
    'not-recorded': () =>
      'der Sender brach ab, bevor er festhalten konnte, was aus dem Auftrag wurde',
    'too-long': ({ most }) => sentence`mehr als ${most} Zeichen`,
    'too-deep': ({ most }) => sentence`mehr als ${most}-mal verschachtelt`,
    'name-twice': ({ name }) => sentence`der Name ${quoted(name)} steht zweimal in einem Objekt`,
    'not-withdrawals': ({ at, expected }) =>
      sentence`keine Liste von Auszahlungen: ${at === '' ? 'die Antwort' : at}: ${EXPECTED[expected]}`,
    'too-many-withdrawals': ({ count, most }) =>
      sentence`${count} Auszahlungen in einer Antwort, zulässig sind höchstens ${most}`,
    'no-object': () => 'die Antwort ist kein JSON-Objekt',
    'empty-object': () => 'die Antwort ist ein leeres Objekt',
    'other-types': ({ fields }) => sentence`von unerwartetem Typ: ${fields.join(', ')}`,
    'no-withdrawal': () => 'die Antwort enthält keine Auszahlung',
    'repeated-withdrawal': ({ id }) =>
      sentence`die Auszahlung ${written(id)} steht zweimal in der Antwort`,
    'answered-before': ({ of, id }) =>
      sentence`${OF[of]} ${written(id)} wurde schon einmal geantwortet`,
    'other-account': ({ asked, answered }) =>
      sentence`verlangt Konto ${asked}, geantwortet ${written(answered)}`,
    'other-destination': ({ path, expected, answered, by }) =>
      sentence`${path} des Ziels: ${by === 'registered' ? 'registriert' : 'in einer früheren Antwort'} ${quoted(expected)}, geantwortet ${quoted(answered)}`,
    'other-currency': ({ asked, answered }) => compared([asked], [written(answered)]),
    'no-amount': ({ amount }) => sentence`eine Auszahlung von ${numberPart(amount)} ist keine`,
    'other-amount': amounts,
    'other-time': ({ id, createdAt, hours }) =>
      sentence`die Auszahlung ${written(id)} entstand am ${written(createdAt)}, mehr als ${hours} Stunden von diesem Auftrag entfernt`,
    'destination-unreadable': ({ path }) =>
      sentence`was die Antwort als ${path} des Ziels nennt, ist kein Text`,
    'network-unconfirmed': ({ registered, answered }) =>
      sentence`registriertes Netzwerk ${quoted(registered)}, geantwortet ${quoted(answered)}: Wenn beides dasselbe ist, bestätigen es zwei Personen einmal, als networkAtService des Kontos`,
    'amount-net': (fact) =>
      sentence`${amounts(fact)}: innerhalb der Gebührengrenze; zulässig mit answeredAmounts, amounts "net", der Vorgaben oder des Kontos`,
    'amount-cut': ({ digits, ...fact }) =>
      sentence`${amounts(fact)}: auf ${digits} Nachkommastellen gekürzt; zulässig mit answeredAmounts, digits ${digits}, der Vorgaben oder des Kontos`,
    'other-trade': ({ field, asked, answered }) => {
      if (field === 'amount')
        return sentence`verlangt Betrag ${numberPart(asked)}, geantwortet ${written(answered)}`;
      return field === 'executed'
        ? sentence`verlangt Betrag ${numberPart(asked)}, geantwortet ${numberPart(answered)} als ausgeführt`
        : sentence`verlangt ${FIELDS[field]} ${asked}, geantwortet ${written(answered)}`;
    },
    'filled-worse': ({ side, limit, base, exchanged }) =>
      sentence`verlangt ${sideOf(side)} zu ${numberPart(limit)}, ausgeführt ${numberPart(base)} für ${numberPart(exchanged)}`,
    'priced-worse': ({ side, limit, price }) =>
      sentence`verlangt ${sideOf(side)} zu ${numberPart(limit)}, ausgeführt zu ${numberPart(price)}`,
    'fills-unreadable': ({ problem }) => FILLS[problem],
    'filled-in-part': ({ asked, executed }) =>
      sentence`verlangt ${numberPart(asked)}, bisher ausgeführt: ${numberPart(executed)}`,
    remains: () => 'die Antwort sagt, dass ein Rest noch aussteht',
    'amount-no-decimal': ({ seen }) =>
      sentence`der Betrag ist keine Dezimalzahl als Text: ${written(seen)}`,
    'other-spelling': ({ asked, answered }) =>
      sentence`verlangt Instrument ${asked}, geantwortet ${written(answered)}, eine andere Schreibweise`,
    'not-proven': ({ proposed }) => {
      const unproven =
        'die Antwort sagt nicht, dass das Geschäft ausgeführt wurde: weder ein Ende mit Instrument oder Kennung, noch Instrument, Seite und Betrag mit Kennung, noch eine Kennung von bestätigter Form an benannter Stelle';
      if (proposed === undefined) return unproven;
      const { idForm, ...fields } = proposed;
      const named = sentence`${unproven}; Vorschlag für die Umgebung, tradeFields: ${written(JSON.stringify(fields))}`;
      return idForm === undefined
        ? named
        : sentence`${named}; Vorschlag für die Vorgaben, für zwei Personen, die das Geschäft nachgesehen haben: trades.idForms: ${written(JSON.stringify([idForm]))}`;
    },
  },
  came: {
    answered: ({ status, form }, quoted) =>
      sentence`geantwortet ${status} ${written(form || 'ohne Angabe der Form')}: ${quoted}`,
    unanswered: ({ error, begun }, why) =>
      sentence`${error} (${begun ? 'nachdem' : 'bevor'} die Verbindung stand): ${why}`,
  },
  nothing: '(nichts)',
  stated: {
    'denies-success': () => 'die ihren Erfolg verneint',
    holds: ({ name, value }) =>
      value === undefined
        ? sentence`mit dem Feld ${quoted(name)}`
        : sentence`mit dem Feld ${quoted(name)}: ${quoted(value)}`,
    state: ({ word, isListed }) =>
      sentence`mit dem Status ${quoted(word)}${isListed ? '' : ', der in keiner Liste steht'}`,
    'state-no-word': () => 'mit einem Status, der kein Wort ist',
    'not-yet': ({ name }) => sentence`die noch nicht ${quoted(name)} ist`,
  },
  answerThat: (stated) => sentence`eine Antwort mit 200, ${stated}`,
  settledBy: (people) => sentence`geklärt durch ${written(people.join(' und '))}`,
  settledByEvidence: (balances) =>
    sentence`ohne Personen geklärt, wie es die Vorgaben erlauben: ${balances}`,
};
