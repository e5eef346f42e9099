import fc from 'fast-check';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { operationNamed } from '../document.ts';
import {
  anyPlan,
  type Caller,
  EVENTS,
  json,
  type Parts,
  plainPlan,
  plan,
  type Step,
  type WorldEvent,
} from './plans.ts';
import { Real } from './real.ts';

function event(name: WorldEvent): fc.Arbitrary<Step> {
  return fc.constant({ kind: 'event', event: name });
}

function by(operationId: string, parts: Partial<Parts> = {}): fc.Arbitrary<Step> {
  return plan(operationNamed(operationId), parts).map(
    (each): Step => ({ kind: 'request', plan: each }),
  );
}

const as = (caller: Caller) => ({ caller: fc.constant(caller) });

type Kind = 'Trade' | 'Withdrawal';

function decided(verb: string, kind: Kind, who: Caller): fc.Arbitrary<Step> {
  return by(`${verb}${kind}`, as(who));
}

/** Above 2,000 it awaits an approval: 0.2 BTC do, 0.01 do not. */
function traded(amount: string): fc.Arbitrary<Step> {
  const body = { instrument: 'BTC/USD', side: 'sell', price: new Real('bid'), amount };
  return by('placeTrade', { ...as('trader'), body: fc.constant(json(body)) });
}

/** To an account that there is, of a currency of which there is enough. */
function withdrawn(): fc.Arbitrary<Step> {
  const body = {
    withdrawalAccountId: SANDBOX_ACCOUNTS.btcWallet.id,
    amount: '0.01',
    comment: 'rent',
  };
  return by('requestWithdrawal', { ...as('treasurer'), body: fc.constant(json(body)) });
}

type Story = fc.Arbitrary<readonly Step[]>;

/** A request whose answer is lost; one person takes back their word about it, and then two people agree. */
function lost(kind: Kind): Story {
  return fc.tuple(
    event('answer lost'),
    kind === 'Trade' ? traded('0.01') : event('send'),
    event('tick'),
    decided('settle', kind, 'treasurer'),
    decided('retractSettlementOf', kind, 'treasurer'),
    decided('settle', kind, 'treasurer'),
    decided('settle', kind, 'approver'),
  );
}

/** What has left and no balance shows: people look at it, and two of them say the same. */
function unbooked(): Story {
  const path = { path: fc.constant({ currency: 'ETH' }) };
  const said = { outcome: 'booked', comment: 'row 3 of the list of the service' };
  const conclude = (caller: Caller) =>
    by('concludeUnbooked', { ...as(caller), ...path, body: fc.constant(json(said)) });
  return fc.tuple(
    event('left unbooked'),
    by('getUnbooked', { ...as('viewer'), ...path }),
    conclude('treasurer'),
    conclude('approver'),
  );
}

function created(operationId: 'createSweepRule' | 'createAccount'): Story {
  return fc.tuple(
    by(operationId, as('treasurer')),
    fc.constantFrom('approveChange', 'declineChange').chain((id) => by(id, as('approver'))),
  );
}

/** What comes about by several steps after each other, and hardly ever by chance. */
const STORIES: readonly Story[] = [
  fc.tuple(traded('0.2'), decided('approve', 'Trade', 'approver'), event('send')),
  fc.tuple(
    traded('0.2'),
    decided('approve', 'Trade', 'approver'),
    decided('cancel', 'Trade', 'treasurer'),
  ),
  fc.tuple(traded('0.01')),
  fc.tuple(traded('0.2'), decided('decline', 'Trade', 'approver')),
  fc
    .tuple(withdrawn(), decided('approve', 'Withdrawal', 'approver'), lost('Withdrawal'))
    .map(([asked, approved, rest]) => [asked, approved, ...rest]),
  lost('Trade'),
  unbooked(),
  fc.tuple(
    withdrawn(),
    decided('cancel', 'Withdrawal', 'approver'),
    withdrawn(),
    decided('decline', 'Withdrawal', 'approver'),
  ),
  created('createSweepRule'),
  created('createAccount'),
  fc.tuple(by('replaceControls', as('treasurer')), by('cancelChange', as('treasurer'))),
  fc.tuple(by('halt'), by('proposeResumption', as('admin')), by('approveChange', as('approver'))),
];

const window: Story = fc.oneof(
  {
    weight: 60,
    arbitrary: anyPlan.map((each): readonly Step[] => [{ kind: 'request', plan: each }]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...EVENTS)
      .map((name): readonly Step[] => [{ kind: 'event', event: name }]),
  },
  ...STORIES.map((arbitrary) => ({ weight: 1, arbitrary })),
);

/** Stories that a sequence begins with at least, while nothing is halted yet. */
const OPENING_STORIES = 10;
const opening = fc
  .shuffledSubarray([...STORIES], { minLength: OPENING_STORIES })
  .chain((stories) => fc.tuple(...stories));

/**
 * Sequences in one treasury, one step after the other: some stories, then so many windows of whatever
 * there is, most of them one request.
 */
export function sequences(windows: number): fc.Arbitrary<readonly (readonly Step[])[]> {
  const rest = fc.array(window, { minLength: windows, maxLength: windows, size: 'max' });
  return fc.tuple(opening, rest).map(([first, others]) => [...first, ...others]);
}

/** How often an operation is asked plainly before it counts as one that accepts nothing. */
const PLAIN_REQUESTS = 10;

/** A sequence that, after its stories, asks for these operations alone, and plainly. */
export function plainSequences(operationIds: readonly string[]): fc.Arbitrary<readonly Step[]> {
  const asked = operationIds.flatMap((id) =>
    Array.from({ length: PLAIN_REQUESTS }, () => plainPlan(operationNamed(id))),
  );
  const requests = fc
    .tuple(...asked)
    .map((plans) => plans.map((each): Step => ({ kind: 'request', plan: each })));
  return fc.tuple(opening, requests).map(([first, others]) => [...first.flat(), ...others]);
}
