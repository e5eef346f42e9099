import { Fragment } from 'react';
import type { Language } from '../../treasury/facts/sentences/language.ts';
import { asText, type Part, type Sentence } from '../../treasury/facts/sentences/sentence.ts';
import { Amount } from './amount.tsx';
import { decimalsIn } from './amounts.ts';
import { Day } from './day.tsx';
import { Translated, useLanguage } from './language.tsx';
import { When } from './when.tsx';

interface SaidProps {
  readonly sentence: Sentence;
  /** Names of accounts by id. */
  readonly accounts?: Readonly<Record<string, string>>;
}

/** A sentence about facts: its moments by the clocks of the chosen zone, amounts as the locale writes them, accounts by name. */
export function Said({ sentence, accounts = {} }: SaidProps) {
  return (
    <bdi>
      {placed(sentence).map(({ place, part }) => (
        <Fragment key={place}>{shown(part, accounts)}</Fragment>
      ))}
    </bdi>
  );
}

interface SaidInProps extends Omit<SaidProps, 'sentence'> {
  readonly say: (language: Language) => Sentence;
}

/** The same in the chosen language, in which the texts of the API come: on a screen without texts of it too. */
export function SaidIn({ say, ...rest }: SaidInProps) {
  const { language } = useLanguage();
  return (
    <Translated as="span">
      <Said sentence={say(language)} {...rest} />
    </Translated>
  );
}

/** The parts of a sentence keep their places. */
function placed(sentence: Sentence) {
  return sentence.map((part, place) => ({ part, place }));
}

function shown(part: Part, accounts: Readonly<Record<string, string>>) {
  if (typeof part === 'string') return part;
  switch (part.is) {
    case 'moment':
      return <When at={part.at} as="second" />;
    case 'wall':
      return <time dateTime={part.at}>{asText([part])}</time>;
    case 'date':
      return <Day day={part.date} />;
    case 'written':
      return <bdi>{part.text}</bdi>;
    case 'amount':
      return (
        <Amount {...part} decimals={decimalsIn(part.amount)} withCurrency={part.currency !== ''} />
      );
    case 'account':
      return <bdi>{Object.hasOwn(accounts, part.id) ? accounts[part.id] : part.id}</bdi>;
    default:
      return part satisfies never;
  }
}
