import type { GivenUpWhen, OpeningStep } from '../../../outcomes/unanswered.ts';
import type { UnansweredTexts } from '../answer-texts.ts';
import { type Sentence, sentence, written } from '../sentence.ts';

const STEPS: Readonly<Record<OpeningStep, string>> = {
  'look-up': 'beim Auflösen des Namens',
  connect: 'beim Verbinden',
  handshake: 'beim Aushandeln der Verschlüsselung',
};

const GIVEN_UP: Readonly<Record<GivenUpWhen, string>> = {
  ...STEPS,
  'before-opening': 'vor dem Verbinden',
  'before-sending': 'vor dem Senden',
  waiting: 'beim Warten auf die Antwort',
};

function advice(secret: string): Sentence {
  return sentence`So wird es gefüllt: npm run sluice -- token fill --secret ${written(secret)} --service BASE_URL`;
}

function begun({ status, bytes }: { readonly status: number; readonly bytes: number }): Sentence {
  return sentence`, nach ${bytes} Bytes einer Antwort mit ${status}`;
}

export const UNANSWERED: UnansweredTexts = {
  token: {
    empty: () => 'es ist leer',
    'other-form': () => 'es ist weder einfacher Text noch JSON der Form {"token": "..."}',
    'other-length': ({ least, most, length }) =>
      sentence`ein Token hat ${least} bis ${most} Zeichen, dieses hat ${length}`,
    'other-characters': () =>
      'ein Token ist sichtbares ASCII ohne Leerzeichen, Anführungszeichen und Backslash, dieses nicht',
  },
  unanswered: {
    'secret-empty': ({ secret }) =>
      sentence`das Secret ${written(secret)} gibt es nicht, oder es ist noch leer. ${advice(secret)}`,
    'secret-without-token': ({ secret }, fault) =>
      sentence`das Secret ${written(secret)} enthält kein Token: ${fault}. ${advice(secret)}`,
    'secret-unreadable': ({ secret, error }) =>
      sentence`das Secret ${written(secret)} ist nicht lesbar: ${written(error)}`,
    unwritable: () => 'daraus lässt sich keine Anfrage machen',
    'amount-unfit': () => 'der Betrag ist keine Dezimalzahl als Text über null',
    'too-late': ({ sendBy }) => sentence`es ist nach ${written(sendBy)}`,
    'given-up': ({ when }) => `aufgegeben ${GIVEN_UP[when]}`,
    'not-open': ({ afterMs, step }) =>
      sentence`keine Verbindung nach ${afterMs} ms, ${STEPS[step]}`,
    'closed-in': ({ step }) => `${STEPS[step]} von der anderen Seite geschlossen`,
    'closed-unused': () => 'die Verbindung wurde geschlossen, bevor sie benutzt wurde',
    'not-begun': ({ afterMs }) => sentence`kein Anfang einer Antwort nach ${afterMs} ms`,
    'not-complete': ({ afterMs }) => sentence`keine vollständige Antwort nach ${afterMs} ms`,
    closed: () => 'ohne vollständige Antwort geschlossen',
    error: ({ name, said }) => written(name === undefined ? said : `${name}: ${said}`),
    encoded: ({ coding, ...of }) =>
      sentence`kodiert als ${written(coding)}, was nicht verlangt war${begun(of)}`,
    'too-large': ({ most, ...of }) => sentence`mehr als ${most} Bytes${begun(of)}`,
    'broken-off': (of) => sentence`die Verbindung endete${begun(of)}`,
  },
};
