import type { AboutBreak, BreakOrigin, FactOfBreak } from '../../break-facts.ts';
import { type SaidOf, saidOf, type WithCode } from '../said.ts';
import {
  amountIn,
  joined,
  moment,
  numberPart,
  type Sentence,
  sentence,
  signedIn,
  written,
} from '../sentence.ts';

type Of<Code extends FactOfBreak['code']> = WithCode<FactOfBreak, Code>;

function originOf(about: AboutBreak, found: BreakOrigin): Sentence {
  return saidOf(BREAKS, { ...about, ...found });
}

function unexplained(found: Of<'unexplained'>): Sentence {
  const { currency, from, to, opening, closing, movements, mayBe } = found;
  const known = movements.map(
    ({ amount, instructionId }) => sentence`${signedIn('', amount)} of ${instructionId}`,
  );
  const worked = joined([numberPart(opening), ...known], ', ');
  const way = found.amount.startsWith('-') ? 'went out' : 'came in';
  const amount = numberPart(found.amount.replace('-', ''));
  const maybe =
    mayBe.length === 0 ? '' : `; it may be ${mayBe.join(' or ')}, whose outcome is not known`;
  return sentence`${currency} from ${moment(from)} to ${moment(to)}: ${worked}, read ${numberPart(closing)}: ${amount} ${way} unexplained${maybe}`;
}

function accountedFor({ direction, how, instructionIds }: Of<'accounted-for'>): string {
  const ids = instructionIds.join(', ');
  if (direction === 'unbooked') {
    return how === 'settlement'
      ? 'two people concluded what is unbooked'
      : 'a later balance shows it';
  }
  if (how === 'settlement') return `settled since: ${ids} was executed and accounts for it`;
  return instructionIds.length > 0
    ? `accounted for since by ${ids}`
    : 'a snapshot that came late shows nothing unexplained here';
}

export const BREAKS: SaidOf<FactOfBreak> = {
  unbooked: ({ currency, amount, since }) =>
    sentence`${amountIn(currency, amount)}, claimed since ${moment(since)}, was confirmed and no balance shows it: it stays committed, and the rest of ${currency} goes on. Look it up in the service's own records; two people conclude it in the lane of ${currency}`,
  unexplained,
  found: (fact) => originOf(fact, fact.found),
  'amount-changed': (fact) =>
    sentence`was ${amountIn(fact.currency, fact.was)}, is ${numberPart(fact.found.amount)}: ${originOf(fact, fact.found)}`,
  'taken-over': ({ breakId, by, kind, comment }) =>
    sentence`a late snapshot shows ${breakId} here; ${written(by)} named it ${kind}: ${written(comment)}`,
  matched: ({ kind, label, ruleId, version }) =>
    sentence`${kind}: ${written(label)} (matching rule ${ruleId}, version ${version})`,
  explained: ({ kind, comment }) => sentence`${kind}: ${written(comment)}`,
  commented: ({ comment }) => written(comment),
  'accounted-for': accountedFor,
};
