import type { ErasedHalt } from '../../../policy/halt-marks.ts';
import type { InstructionStop } from '../../stop-fact.ts';
import type { SaidOfStops } from '../said.ts';
import { amountIn, moment, type Sentence, sentence, written } from '../sentence.ts';
import { TRADE_STOPS } from './trade-stops.ts';
import { SIDES } from './wording.ts';

type Of<Code extends InstructionStop['code']> = Extract<InstructionStop, { readonly code: Code }>;

const TAMPERED = 'Etwas anderes als Sluice hat in das Hauptbuch geschrieben.';

const PIECES = { rule: 'Die Regel', account: 'Das Konto' } as const;

function people(count: number): string {
  return count === 1 ? '1 Person' : `${count} Personen`;
}

function afterLate({ next }: Of<'not-sent-in-time'>): Sentence {
  switch (next.code) {
    case 'ask-anew':
      return ['er muss neu angefragt werden'];
    case 'rule-gone':
      return ['seine Regel gibt es nicht mehr'];
    case 'occurrence-missed':
      return sentence`der Termin ${moment(next.occurrence)} der Regel ${next.ruleId} ist verpasst, und der nächste entscheidet neu`;
    case 'next-snapshot':
      return ['die nächste Momentaufnahme entscheidet neu'];
    default:
      return next satisfies never;
  }
}

function erasedText(erased: ErasedHalt): string {
  switch (erased.code) {
    case 'older-generation':
      return `Er ist in Generation ${erased.generation}, nach Generation ${erased.after}`;
    case 'everything-not-resumed':
      return `Alles wurde in Generation ${erased.generation} angehalten, und nichts hat das aufgehoben`;
    case 'currency-not-resumed':
      return `${erased.currency} wurde angehalten, und nichts hat das aufgehoben`;
    default:
      return erased satisfies never;
  }
}

export const STOPS: SaidOfStops = {
  ...TRADE_STOPS,
  'not-sent-in-time': (why) =>
    sentence`Der Auftrag wurde nicht innerhalb von ${why.seconds} s nach seiner Freigabe gesendet; ${afterLate(why)}.`,
  'seal-expired': ({ expiresAt }) => sentence`Sein Siegel ist am ${moment(expiresAt)} abgelaufen.`,
  'cancelled-by-person': ({ by, comment }) =>
    sentence`storniert durch ${written(by)}: ${written(comment)}`,
  'more-approvals-by-tiers': ({ required, given }) =>
    `Mit dem, was in 24 Stunden abgeflossen ist, braucht er die Freigabe von ${people(required)} und hat die von ${given}; es wird neu entschieden.`,
  'more-approvals-by-policy': ({ required, given }) =>
    `Nach dem Regelwerk, wie es jetzt ist, braucht er die Freigabe von ${people(required)} und hat die von ${given}.`,
  'trade-needs-approval': ({ value, currency }) =>
    sentence`Zusammen mit dem, was die Regel in 24 Stunden gehandelt hat, braucht ein Geschäft im Wert von ${amountIn(currency, value)} eine Freigabe, die fehlt; es wird neu entschieden.`,
  'rule-converts-otherwise': ({ ruleId, side, instrument }) =>
    `Die Regel ${ruleId} tauscht mit einem anderen Geschäft als dem ${SIDES[side]} von ${instrument}.`,
  'piece-changed': ({ piece }) => `${PIECES[piece]} wurde seit der Entscheidung geändert.`,
  'older-than-seals': ({ instructionId }) =>
    `${instructionId} wurde entschieden, bevor es Siegel gab.`,
  'not-decided-here': ({ instructionId }) =>
    `${instructionId} wurde so nicht in diesem Hauptbuch entschieden.`,
  'seal-broken': ({ instructionId }) => `Das Siegel von ${instructionId} stimmt nicht. ${TAMPERED}`,
  'seal-missing': ({ instructionId }) =>
    `${instructionId} trägt kein Siegel, und alles, was hier entschieden wird, trägt eines. ${TAMPERED}`,
  'put-back': ({ instructionId }) =>
    `${instructionId} steht so da, wie es war, bevor es gesendet wurde oder endete: Ein früherer Stand wurde zurückgeschrieben. ${TAMPERED}`,
  'counts-put-back': ({ found, known }) =>
    `Von dem, was Limits zählen, steht ${found === null ? 'keine Version' : `Version ${found}`} da, und eine Währung hat mit Version ${known} gesendet. ${TAMPERED}`,
  'halt-end-unsealed': ({ generation }) =>
    `Das Ende des Halts der Generation ${generation} hat kein gültiges Siegel. ${TAMPERED}`,
  'halt-erased': ({ erased }) =>
    `Der Halt ist nicht, was Sluice geschrieben hat: ${erasedText(erased)}. ${TAMPERED}`,
  'halt-ended-elsewhere': () =>
    'Der letzte Halt wurde in einem anderen Hauptbuch beendet. Halten Sie an, und beenden Sie den Halt in diesem.',
};
