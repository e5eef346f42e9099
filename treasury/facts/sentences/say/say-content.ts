import type { ShapeKind } from '../../../outcomes/answer-shape.ts';
import type { BalancesFault, ContentFault } from '../../../outcomes/content-fault.ts';
import { cleanText } from '../../../outcomes/evidence.ts';
import type { DroppedPrice } from '../../../valuation/price.ts';
import type { BesideContent, ContentTexts } from '../content-texts.ts';
import { CONTENT as GERMAN } from '../de/content.ts';
import { unreadable as german } from '../de/unreadable.ts';
import { CONTENT as ENGLISH } from '../en/content.ts';
import { unreadable as english } from '../en/unreadable.ts';
import type { Language, Reader } from '../language.ts';
import { saidBeside } from '../said.ts';
import { asText, joined, quoted, type Sentence, sentence, written } from '../sentence.ts';
import { answerThatSentence, statedSentence } from './say-answer.ts';
import { textOf } from './sayer.ts';

const CONTENT: Readonly<Record<Language, ContentTexts>> = { en: ENGLISH, de: GERMAN };
const UNREADABLE = { en: english, de: german } as const;

/** Characters of a shape as it is described. The first few fields tell it; a page of them tells nothing more. */
const MAX_DESCRIPTION_CHARACTERS = 400;

/** What is wrong with an answer with balances or prices, as a clause. */
export function contentSentence(fault: ContentFault, language: Language): Sentence {
  return saidBeside(CONTENT[language].content, fault, besideContent(fault, language));
}

function besideContent(fault: ContentFault, language: Language): BesideContent {
  const seen = 'seen' in fault ? described(fault.seen, language) : [];
  switch (fault.code) {
    case 'states-failure':
      return { why: answerThatSentence(fault.stated, language), seen };
    case 'no-balances':
      return { why: balancesSentence(fault.why, language), seen };
    case 'no-price':
      return { why: droppedSentence(fault, language), seen };
    default:
      return { why: [], seen };
  }
}

function balancesSentence(fault: BalancesFault, language: Language): Sentence {
  const why = fault.code === 'unreadable' ? UNREADABLE[language](fault.why) : [];
  return saidBeside(CONTENT[language].balances, fault, { why, seen: [] });
}

function droppedSentence({ instrument, why }: DroppedPrice, language: Language): Sentence {
  return saidBeside(CONTENT[language].price, why, {
    instrument: written(instrument),
    why: why.code === 'states-failure' ? statedSentence(why.stated, language) : [],
    seen: 'seen' in why ? described(why.seen, language) : [],
  });
}

const sayDropped = textOf(droppedSentence);

/** An entry of an answer that is no price, as readers get it. */
export function showDropped(dropped: DroppedPrice, reader: Language | Reader = 'en'): ShownDropped {
  return { instrument: dropped.instrument, problem: sayDropped(dropped, reader) };
}

interface ShownDropped {
  readonly instrument: string;
  readonly problem: string;
}

interface Shape {
  readonly lists?: readonly number[] | undefined;
  readonly kind: ShapeKind;
  readonly fields?: readonly { readonly name: string; readonly shape: Shape }[] | undefined;
  readonly more?: number | undefined;
}

function described(shape: Shape, language: Language): Sentence {
  const whole = asText(shapeSentence(shape, CONTENT[language].shape));
  return [written(cleanText(whole, MAX_DESCRIPTION_CHARACTERS))];
}

function shapeSentence(
  { lists = [], kind, fields, more }: Shape,
  texts: ContentTexts['shape'],
): Sentence {
  const named = fields?.map(
    ({ name, shape }) => sentence`${quoted(name)}: ${shapeSentence(shape, texts)}`,
  );
  const rest = more === undefined ? [] : [texts.more(more)];
  const inner =
    named === undefined ? [texts.kinds[kind]] : texts.object(joined([...named, ...rest], ', '));
  return lists.reduceRight<Sentence>((first, items) => texts.list(items, first), inner);
}
