import { fittingAnswers } from '../../../evidence/explain-readings.ts';
import { totalAt } from '../../../evidence/points.ts';
import type { CurrencyEvidence, Evidence, EvidencePoint } from '../../../instructions/evidence.ts';
import { decimalOf, formatDecimal } from '../../../money/decimal-text.ts';
import { EVIDENCE as GERMAN } from '../de/evidence.ts';
import { EVIDENCE as ENGLISH } from '../en/evidence.ts';
import type { EvidenceTexts, Unexplained } from '../evidence-texts.ts';
import { asReader, type Language, type Reader } from '../language.ts';
import { asText, joined, type Sentence } from '../sentence.ts';
import { textOf } from './sayer.ts';

const EVIDENCE: Readonly<Record<Language, EvidenceTexts>> = { en: ENGLISH, de: GERMAN };

export interface ShownEvidence extends Evidence {
  readonly points: readonly (EvidencePoint & { readonly message: string })[];
  /** The whole of it, for people. */
  readonly message: string;
}

/** Evidence as readers get it: what it comes to, and what each reading does, in words. */
export function showEvidence(evidence: Evidence, reader: Language | Reader = 'en'): ShownEvidence {
  const { points, currencies } = evidence;
  const by = asReader(reader);
  const messageOf = (point: EvidencePoint) =>
    asText(pointSentence(point, currencies, by.language), by);
  return {
    ...evidence,
    points: points.map((point) => ({ ...point, message: messageOf(point) })),
    message: sayEvidence(evidence, reader),
  };
}

/** All of it: the expected change, the unexplained rest, and the answers that explain everything. */
export const sayEvidence = textOf(evidenceSentence);

export function evidenceSentence(evidence: Evidence, language: Language = 'en'): Sentence {
  const texts = EVIDENCE[language];
  const { claimedAt, quarantineUntil, points, currencies, notStated } = evidence;
  const until = points.at(-1)?.takenAt;
  const absent = notStated === undefined ? [] : [texts.notStated(notStated)];
  if (until === undefined) return joined([texts.nothingRead(claimedAt), ...absent], ' ');
  const sentences = [
    texts.read(claimedAt, until),
    ...currencies.flatMap((seen) => {
      const rest = restOf(seen, seen.unexplainedIfExecuted, seen.unexplainedIfNot, texts);
      return [texts.currency(seen, rest), texts.earlierFlows(seen)];
    }),
    texts.fitting[fittingOf(currencies)],
    ...(until > quarantineUntil ? [] : [texts.mayStillExecute(quarantineUntil)]),
    ...absent,
  ];
  return joined(sentences, ' ');
}

/** One reading: what it shows, and the rest that either answer leaves unexplained. */
export function pointSentence(
  point: EvidencePoint,
  currencies: readonly CurrencyEvidence[],
  language: Language = 'en',
): Sentence {
  const texts = EVIDENCE[language];
  const each = currencies.map((seen) => {
    const { currency, balanceBefore, changeIfExecuted } = seen;
    const balance = totalAt(point, currency);
    const change = decimalOf(balance).minus(decimalOf(balanceBefore));
    const ifExecuted = formatDecimal(change.minus(decimalOf(changeIfExecuted)));
    return texts.point(currency, balance, restOf(seen, ifExecuted, formatDecimal(change), texts));
  });
  return joined(each, '; ');
}

function restOf(
  { currency }: CurrencyEvidence,
  ifExecuted: string,
  ifNot: string,
  { unexplained }: EvidenceTexts,
): Unexplained {
  const said = (amount: string) => unexplained(currency, amount === '0' ? null : amount);
  return { ifExecuted: said(ifExecuted), ifNot: said(ifNot) };
}

function fittingOf(currencies: readonly CurrencyEvidence[]): keyof EvidenceTexts['fitting'] {
  const { executed, notExecuted } = fittingAnswers(currencies);
  if (executed && notExecuted) return 'both';
  if (executed) return 'executed';
  return notExecuted ? 'notExecuted' : 'neither';
}
