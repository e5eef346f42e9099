import type { HaltFact, ReadingWait, Tampering } from '../../halt-facts.ts';
import type { BesideHalts } from '../halt-texts.ts';
import { type SaidOf, saidBeside } from '../said.ts';
import { moment, type Sentence, sentence, written } from '../sentence.ts';
import { askedText } from './asked.ts';
import { CAUSES } from './causes.ts';

const LEDGER = 'Etwas anderes als Sluice hat in das Hauptbuch geschrieben.';

function lowered({ counts }: Extract<Tampering, { readonly code: 'counts-lowered' }>): string {
  const each = counts.map(({ place, counters }) => {
    const kinds = counters.map(({ kind, of }) => (of === '' ? kind : `${kind} ${of}`));
    return `was Limits von ${place} zählen (${kinds.join(', ')})`;
  });
  return `${each.join(', ')}, liegt unter dem, was gesendet wurde. ${LEDGER}`;
}

export const TAMPERINGS: SaidOf<Tampering, BesideHalts> = {
  stopped: ({ why }, { refused }) => refused(why),
  'settlement-unsealed': ({ by, instructionId }) =>
    sentence`Die Aussage von ${written(by)} über den Ausgang von ${instructionId} hat kein gültiges Siegel. ${LEDGER}`,
  'unbooked-unsealed': ({ by, currency }) =>
    sentence`Die Aussage von ${written(by)} über das, was in ${currency} nicht gebucht ist, hat kein gültiges Siegel. ${LEDGER}`,
  'counts-lowered': lowered,
  'claim-differs': ({ currency, instructionId }) =>
    `${currency} ist von einer anderen Sendung belegt als der von ${instructionId}. ${LEDGER}`,
  'policy-older': ({ asserted }) =>
    `das geltende Regelwerk ist älter als seine Historie (${asserted}). ${LEDGER}`,
  'reading-unsealed': ({ of }) =>
    sentence`das Siegel über die Bestände vom ${moment(of)} stimmt nicht. Etwas anderes als Sluice hat in die Momentaufnahmen geschrieben.`,
};

/** Why balances prove nothing now. */
export const READING_WAITS: SaidOf<ReadingWait, unknown> = {
  'key-out-of-reach': () =>
    'der Schlüssel, mit dem Ablesungen versiegelt werden, ist nicht erreichbar',
  'reading-without-seal': ({ takenAt }) =>
    sentence`die Ablesung vom ${moment(takenAt)} hat kein Siegel, daher beweist nichts, was sie zeigt`,
  'not-read': ({ problem }) =>
    sentence`die Bestände konnten nicht neu gelesen werden (${written(problem)})`,
  'read-before': ({ takenAt }) =>
    sentence`die neu gelesenen Bestände sind vom ${moment(takenAt)}, also von vorher`,
};

type Stopping = Exclude<HaltFact, { readonly code: 'anomaly' | 'settlement-contradicted' }>;

function unsealed(fact: Stopping, beside: BesideHalts): Sentence {
  return sentence`Ein Siegel stimmt nicht, und nichts wurde gesendet: ${saidBeside(TAMPERINGS, fact, beside)}`;
}

/** The comment of a halt by Sluice itself. */
export const HALTS: SaidOf<HaltFact, BesideHalts> = {
  stopped: unsealed,
  'settlement-unsealed': unsealed,
  'unbooked-unsealed': unsealed,
  'counts-lowered': (fact) => `Was Limits zählen, wurde herabgesetzt: ${lowered(fact)}`,
  'claim-differs': unsealed,
  'policy-older': unsealed,
  'reading-unsealed': unsealed,
  anomaly: ({ cause, instructionId, asked, answered }, { seen }) => {
    const what =
      asked === null
        ? ', die nicht festgehalten werden konnte'
        : sentence`; verlangt: ${askedText(asked)}`;
    return sentence`Anomalie „${CAUSES[cause]}“ in der Antwort auf ${instructionId}${what}; geantwortet: ${seen(answered)}`;
  },
  'settlement-contradicted': ({ cause, instructionId, answered }, { seen }) => {
    const what = cause === null ? 'eine Bestätigung' : `Anomalie „${CAUSES[cause]}“`;
    return sentence`Einer Feststellung wird widersprochen: ${what} in der Antwort auf ${instructionId}, die nach der Feststellung kam; geantwortet: ${seen(answered)}`;
  },
};
