import type { FaultInput } from '../../../sandbox/index.ts';
import {
  at,
  CONFIRMED,
  type CrashPoint,
  type Death,
  done,
  type Ending,
  UNKNOWN_EXECUTED,
  UNKNOWN_NOT_EXECUTED,
  UNKNOWN_NOT_SENT,
} from './crash-point.ts';
import { TRADE, WITHDRAWAL } from './effects.ts';

type Deaths = readonly [Death, ...Death[]];
type Endings = readonly [Ending, ...Ending[]];

interface Sender {
  readonly name: 'send-withdrawal' | 'place-trade';
  readonly work: CrashPoint['work'];
  readonly effects: typeof WITHDRAWAL | typeof TRADE;
  readonly post: 'POST /v1/withdrawals' | 'POST /v1/trades';
  /** A text within the event of the invocation that is looked at. */
  readonly eventHolds: string;
}

const WITHDRAWALS: Sender = {
  name: 'send-withdrawal',
  work: 'sweeps',
  effects: WITHDRAWAL,
  post: 'POST /v1/withdrawals',
  eventHolds: '"ETH"',
};
const TRADES: Sender = {
  name: 'place-trade',
  work: 'trade',
  effects: TRADE,
  post: 'POST /v1/trades',
  eventHolds: 'instrument',
};

/** Long after the death, and long before the restarted stack has settled. */
const LATE_MS = 1_500;

/** Not executed before the restart is done: by then the ledger has long said what it knows. */
const VERY_LATE_MS = 6_000;

const NEVER: FaultInput = { kind: 'hang-without-execution' };
const LATE: FaultInput = { kind: 'execute-late', delayMs: LATE_MS };
const VERY_LATE: FaultInput = { kind: 'execute-late', delayMs: VERY_LATE_MS };
const REFUSED: FaultInput = { kind: 'status', status: 422 };

const REJECTED: Ending = { posts: 1, executed: 0, recorded: 'rejected' };

/** The points of a function that sends, in the order in which it comes by them. */
function pointsOf(sender: Sender): readonly CrashPoint[] {
  return [...beforeClaim(sender), ...aroundClaim(sender), ...aroundPost(sender), ...after(sender)];
}

function beforeClaim(sender: Sender): readonly CrashPoint[] {
  const { effects } = sender;
  const early = (name: string, description: string, deaths: Deaths) =>
    point(sender, name, description, deaths, [CONFIRMED]);
  return [
    early('first-read/before', 'invoked; nothing is read', at(effects.firstRead, 'before')),
    early('secret/before', 'the token is not fetched', at(effects.secret, 'before')),
    early(
      'secret/answer-lost',
      'the token is fetched, the answer lost',
      at(effects.secret, 'answer-lost'),
    ),
    early('balances/before', 'the balances are not read', at(effects.balances, 'before')),
    early(
      'balances/answer-lost',
      'the balances are read, the answer lost',
      at(effects.balances, 'answer-lost'),
    ),
  ];
}

function aroundClaim(sender: Sender): readonly CrashPoint[] {
  const { claim } = sender.effects;
  return [
    point(sender, 'claim/before', 'nothing is claimed', at(claim, 'before'), [CONFIRMED]),
    point(
      sender,
      'claim/half-sent',
      'half of the request to claim has left',
      at(claim, 'half-sent'),
      [CONFIRMED],
    ),
    point(
      sender,
      'claim/under-way',
      'the engine dies while it writes the claim',
      at(claim, 'under-way'),
      [CONFIRMED, UNKNOWN_NOT_SENT],
    ),
    point(
      sender,
      'claim/answer-lost',
      'claimed, and the answer to the claim is lost',
      at(claim, 'answer-lost'),
      [UNKNOWN_NOT_SENT],
    ),
  ];
}

function aroundPost(sender: Sender): readonly CrashPoint[] {
  const { post } = sender.effects;
  const sent = (
    name: string,
    description: string,
    deaths: Deaths,
    ending: Ending,
    fault?: FaultInput,
  ) => point(sender, `post/${name}`, description, deaths, [ending], fault);
  return [
    sent('before', 'claimed; no byte of the POST has left', at(post, 'before'), UNKNOWN_NOT_SENT),
    sent('half-sent', 'half of the POST has left', at(post, 'half-sent'), UNKNOWN_NOT_EXECUTED),
    sent(
      'never-executed',
      'the POST has left; the service never carries it out',
      at(post, 'under-way'),
      UNKNOWN_NOT_EXECUTED,
      NEVER,
    ),
    sent(
      'executed-late',
      'the POST has left; carried out while nothing runs here',
      at(post, 'under-way'),
      UNKNOWN_EXECUTED,
      LATE,
    ),
    sent(
      'executed-very-late',
      'the POST has left; carried out after the restart',
      at(post, 'under-way'),
      UNKNOWN_EXECUTED,
      VERY_LATE,
    ),
    sent(
      'answer-lost',
      'carried out; no byte of the answer has come',
      at(post, 'answer-lost'),
      UNKNOWN_EXECUTED,
    ),
    sent(
      'after-headers',
      'carried out; the header of the answer has come',
      at(post, 'after-headers'),
      UNKNOWN_EXECUTED,
    ),
    sent(
      'half-answered',
      'carried out; half of the answer has come',
      at(post, 'half-answered'),
      UNKNOWN_EXECUTED,
    ),
  ];
}

function after(sender: Sender): readonly CrashPoint[] {
  const { effects, name, eventHolds } = sender;
  const { outcome, rejection } = effects;
  const lost: Endings = [UNKNOWN_EXECUTED];
  return [
    point(
      sender,
      'outcome/before',
      'the whole answer has come; nothing of it is written',
      at(outcome, 'before'),
      lost,
    ),
    point(
      sender,
      'outcome/half-sent',
      'half of the request to write the outcome has left',
      at(outcome, 'half-sent'),
      lost,
    ),
    point(
      sender,
      'outcome/under-way',
      'the engine dies while it writes the outcome',
      at(outcome, 'under-way'),
      [UNKNOWN_EXECUTED, CONFIRMED],
    ),
    point(
      sender,
      'outcome/answer-lost',
      'the outcome is written, the answer lost',
      at(outcome, 'answer-lost'),
      [CONFIRMED],
    ),
    point(
      sender,
      'rejection/before',
      'the service refused (422); nothing of it is written',
      at(rejection, 'before'),
      [UNKNOWN_NOT_EXECUTED],
      REFUSED,
    ),
    point(
      sender,
      'rejection/answer-lost',
      'the refusal is written, the answer lost',
      at(rejection, 'answer-lost'),
      [REJECTED],
      REFUSED,
    ),
    point(sender, 'done', 'done, and its caller has not been told', done(name, eventHolds), [
      CONFIRMED,
    ]),
  ];
}

function point(
  { name: by, work, post }: Sender,
  name: string,
  description: string,
  deaths: Deaths,
  endings: Endings,
  fault?: FaultInput,
): CrashPoint {
  const faults = fault === undefined ? {} : { faults: [{ on: post, fault }] };
  return { name: `${by}/${name}`, description, work, deaths, endings, ...faults };
}

export const WITHDRAWAL_POINTS: readonly CrashPoint[] = [
  ...pointsOf(WITHDRAWALS),
  point(
    WITHDRAWALS,
    'look-up/before',
    'the whole answer has come; its ids are not looked up',
    at(WITHDRAWAL.lookUp, 'before'),
    [UNKNOWN_EXECUTED],
  ),
  point(
    WITHDRAWALS,
    'look-up/answer-lost',
    'its ids are looked up, the answer lost',
    at(WITHDRAWAL.lookUp, 'answer-lost'),
    [UNKNOWN_EXECUTED],
  ),
];

export const TRADE_POINTS: readonly CrashPoint[] = [
  ...pointsOf(TRADES),
  point(TRADES, 'prices/before', 'the prices are not read', at(TRADE.prices, 'before'), [
    CONFIRMED,
  ]),
];

/** A refusal on record, which the watchdog looks after. */
export const REJECTED_BEFORE: Pick<CrashPoint, 'deaths' | 'endings'> & {
  readonly faults: NonNullable<CrashPoint['faults']>;
} = {
  deaths: at(WITHDRAWAL.rejection, 'answer-lost'),
  endings: [REJECTED],
  faults: [{ on: WITHDRAWALS.post, fault: REFUSED }],
};
