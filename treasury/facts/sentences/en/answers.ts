import { ACCEPTED_DECIMAL_TEXT } from '../../../money/decimal-text.ts';
import type { ExpectedKind, FillProblem } from '../../../outcomes/answer-fact.ts';
import type { AnswerTexts } from '../answer-texts.ts';
import { moment, numberPart, quoted, type Sentence, sentence, written } from '../sentence.ts';

const EXPECTED: Readonly<Record<ExpectedKind, string>> = {
  list: 'expected a list',
  object: 'expected an object',
  text: 'expected text',
  uuid: 'expected a uuid',
  decimal: `expected ${ACCEPTED_DECIMAL_TEXT}`,
  other: 'of another form than expected',
};

const FILLS: Readonly<Record<FillProblem, string>> = {
  'amount-unreadable': 'an executed or remaining amount cannot be read, or is negative',
  'no-amount': 'a fill has no amount that can be read',
  'price-unreadable': 'the price of a fill cannot be read',
  'zero-amount': 'a fill of zero or less is none',
  'zero-price': 'a fill at zero or less is none',
};

function compared(asked: Sentence, answered: Sentence): Sentence {
  return sentence`asked for ${asked}, answered ${answered}`;
}

const amounts = ({ asked, answered }: { readonly asked: string; readonly answered: string }) =>
  compared([numberPart(asked)], [numberPart(answered)]);

export const ANSWERS: AnswerTexts = {
  found: {
    'past-send-by': ({ sendBy }) => sentence`not sent: it is past ${moment(sendBy)}`,
    'halt-unreadable': () => 'not sent: the halt could not be read right before',
    'halt-changed': ({ generation, claimed }) =>
      sentence`not sent: the halt is generation ${generation}, the claim rests on ${claimed}`,
    'not-recorded': () => 'the sender stopped before it could record what became of the request',
    'too-long': ({ most }) => sentence`more than ${most} characters`,
    'too-deep': ({ most }) => sentence`nested more than ${most} times`,
    'name-twice': ({ name }) => sentence`the name ${quoted(name)} stands twice in one object`,
    'not-withdrawals': ({ at, expected }) =>
      sentence`not a list of withdrawals: ${at === '' ? 'the answer' : at}: ${EXPECTED[expected]}`,
    'too-many-withdrawals': ({ count, most }) =>
      sentence`${count} withdrawals in one answer, at most ${most} are accepted`,
    'no-object': () => 'the answer is not a JSON object',
    'empty-object': () => 'the answer is an empty object',
    'other-types': ({ fields }) => sentence`of an unexpected type: ${fields.join(', ')}`,
    'no-withdrawal': () => 'the answer holds no withdrawal',
    'repeated-withdrawal': ({ id }) => sentence`withdrawal ${written(id)} is in the answer twice`,
    'answered-before': ({ of, id }) => sentence`${of} ${written(id)} was answered before`,
    'other-account': ({ asked, answered }) =>
      sentence`asked for account ${asked}, answered with ${written(answered)}`,
    'other-destination': ({ path, expected, answered, by }) =>
      sentence`${path} of the destination: ${by === 'registered' ? 'registered' : 'stated by an earlier answer'} ${quoted(expected)}, answered ${quoted(answered)}`,
    'other-currency': ({ asked, answered }) => compared([asked], [written(answered)]),
    'no-amount': ({ amount }) => sentence`a withdrawal of ${numberPart(amount)} is none`,
    'other-amount': amounts,
    'other-time': ({ id, createdAt, hours }) =>
      sentence`withdrawal ${written(id)} was created at ${written(createdAt)}, more than ${hours} hours from this request`,
    'destination-unreadable': ({ path }) =>
      sentence`what the answer states as ${path} of the destination is no text`,
    'network-unconfirmed': ({ registered, answered }) =>
      sentence`registered network ${quoted(registered)}, answered ${quoted(answered)}: if both are the same, two people confirm it once, as networkAtService of the account`,
    'amount-net': (fact) =>
      sentence`${amounts(fact)}: within the fee bound; accepted by answeredAmounts with amounts "net", of the controls or the account`,
    'amount-cut': ({ digits, ...fact }) =>
      sentence`${amounts(fact)}: cut to ${digits} fraction digits; accepted by answeredAmounts with digits ${digits}, of the controls or the account`,
    'other-trade': ({ field, asked, answered }) => {
      if (field === 'amount')
        return sentence`asked for amount ${numberPart(asked)}, answered ${written(answered)}`;
      return field === 'executed'
        ? sentence`asked for amount ${numberPart(asked)}, answered ${numberPart(answered)} as executed`
        : sentence`asked for ${field} ${asked}, answered ${written(answered)}`;
    },
    'filled-worse': ({ side, limit, base, exchanged }) =>
      sentence`asked for ${side} at ${numberPart(limit)}, filled ${numberPart(base)} for ${numberPart(exchanged)}`,
    'priced-worse': ({ side, limit, price }) =>
      sentence`asked for ${side} at ${numberPart(limit)}, filled at ${numberPart(price)}`,
    'fills-unreadable': ({ problem }) => FILLS[problem],
    'filled-in-part': ({ asked, executed }) =>
      sentence`asked for ${numberPart(asked)}, executed so far: ${numberPart(executed)}`,
    remains: () => 'the answer says that some of it remains',
    'amount-no-decimal': ({ seen }) => sentence`amount is not decimal text: ${written(seen)}`,
    'other-spelling': ({ asked, answered }) =>
      sentence`asked for instrument ${asked}, answered ${written(answered)}, another spelling`,
    'not-proven': ({ proposed }) => {
      const unproven =
        'the answer does not say that the trade was carried out: neither an end with its instrument or an id, nor instrument, side and amount with an id, nor an id of a confirmed form at a named place';
      if (proposed === undefined) return unproven;
      const { idForm, ...fields } = proposed;
      const named = sentence`${unproven}; proposed for the stage, tradeFields: ${written(JSON.stringify(fields))}`;
      return idForm === undefined
        ? named
        : sentence`${named}; proposed for the controls, for two people who have looked the trade up: trades.idForms: ${written(JSON.stringify([idForm]))}`;
    },
  },
  came: {
    answered: ({ status, form }, quoted) =>
      sentence`answered ${status} ${written(form || 'without a content type')}: ${quoted}`,
    unanswered: ({ error, begun }, why) =>
      sentence`${error} (${begun ? 'after' : 'before'} the connection stood): ${why}`,
  },
  nothing: '(nothing)',
  stated: {
    'denies-success': () => 'that denies its success',
    holds: ({ name, value }) =>
      value === undefined
        ? sentence`that holds ${quoted(name)}`
        : sentence`that holds ${quoted(name)}: ${quoted(value)}`,
    state: ({ word, isListed }) =>
      sentence`with the state ${quoted(word)}${isListed ? '' : ', which is in no list'}`,
    'state-no-word': () => 'with a state that is no word',
    'not-yet': ({ name }) => sentence`that is not ${quoted(name)} yet`,
  },
  answerThat: (stated) => sentence`a 200 ${stated}`,
  settledBy: (people) => sentence`settled by ${written(people.join(' and '))}`,
  settledByEvidence: (balances) =>
    sentence`settled without people, as the controls allow: ${balances}`,
};
