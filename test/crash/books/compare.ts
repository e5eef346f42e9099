import {
  currenciesOf,
  type Instruction,
  type InstructionState,
} from '../../../treasury/instructions/instruction.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { decimalOf } from '../../../treasury/money/decimal-text.ts';
import { accountKey } from '../../../treasury/policy/registered-account.ts';
import { countedOf } from '../../samples/counts.ts';
import { stated } from '../../stated.ts';
import type { Books } from './books.ts';
import { type Executed, executedOf, isSamePost, type Matched, matchPosts } from './match.ts';

/** States in which money may have left: the amount is reserved. */
const RESERVED: readonly InstructionState[] = [
  'sending',
  'confirmed',
  'rejected',
  'unknown',
  'anomaly',
];
/** States that block their lanes until people or the watchdog free them. */
const HOLDING: readonly InstructionState[] = ['sending', 'unknown', 'anomaly'];

/**
 * Where the service's journal and the ledger do not agree. Holds at any moment at which nothing runs,
 * right after a death as well as in the end.
 */
export function disagreements(books: Books): readonly string[] {
  const { matched, unmatched } = matchPosts(books);
  return [
    ...unmatched.map((post) => `POST ${post.seq} belongs to no instruction: ${post.body}`),
    ...matched.flatMap((each) => aboutInstruction(books, each)),
    ...aboutLanes(books),
    ...aboutBudgets(books),
    ...aboutDecisions(books),
    ...aboutService(books),
  ];
}

/** In the end, when nothing moves any more, the last snapshot is what the service holds. */
export function snapshotDisagreements({ latest, service }: Books): readonly string[] {
  if (latest === null) return ['there is no snapshot'];
  return Object.entries(service.balances).flatMap(([currency, { total, available }]) => {
    const seen = stated(latest.balances, currency);
    const isSame =
      decimalOf(seen?.total ?? '0').equals(total) &&
      decimalOf(seen?.available ?? '0').equals(available);
    return isSame
      ? []
      : [`${currency}: the service holds ${total}, the last snapshot says ${seen?.total}`];
  });
}

function aboutInstruction(books: Books, { instruction, posts }: Matched): readonly string[] {
  const { id, status } = instruction;
  const executed = posts.flatMap((post) => executedOf(books.service, post));
  const say = (message: string): string => `${id} (${status.state}): ${message}`;
  const problems: string[] = [];
  if (posts.length > 1) problems.push(say(`${posts.length} POSTs`));
  if (executed.length > 1) problems.push(say(`executed ${executed.length} times`));
  if (!isAgreed(status.state, posts.length, executed.length)) {
    problems.push(say(`${posts.length} POSTs, executed ${executed.length} times`));
  }
  const wrong = executed.filter((each) => !isSamePost(instruction.content, each.content));
  problems.push(...wrong.map((each) => say(`executed as ${JSON.stringify(each.content)}`)));
  const [only] = executed;
  if (status.state === 'confirmed' && only !== undefined) {
    problems.push(...aboutConfirmation(books, instruction, only).map(say));
  }
  return problems;
}

/** What may be on record of an instruction with so many requests and executions. */
function isAgreed(state: InstructionState, posts: number, executed: number): boolean {
  switch (state) {
    case 'confirmed':
      return posts === 1 && executed === 1;
    case 'rejected':
      return posts === 1 && executed === 0;
    case 'released':
      return executed === 0;
    case 'sending':
    case 'unknown':
    case 'anomaly':
      return true;
    case 'proposed':
    case 'awaiting-approval':
    case 'approved':
    case 'declined':
    case 'expired':
    case 'cancelled':
    case 'not-sent':
      return posts === 0 && executed === 0;
    default:
      return state satisfies never;
  }
}

function aboutConfirmation(
  { known }: Books,
  { status }: Instruction,
  executed: Executed,
): readonly string[] {
  if (status.state !== 'confirmed') return [];
  const { confirmation } = status;
  // People and evidence confirm without the answer, so without all of its ids.
  if (confirmation.kind === 'evidence') return [];
  if (confirmation.kind === 'settled') {
    const { withdrawalId = executed.ids[0] ?? '' } = confirmation;
    return executed.ids.includes(withdrawalId) ? [] : [`settled as ${withdrawalId}`];
  }
  const isWithdrawal = confirmation.kind === 'withdrawal';
  const ids = isWithdrawal
    ? confirmation.withdrawals.map(({ id }) => id)
    : [confirmation.trade.id ?? ''];
  const problems = [...ids].sort().join() === [...executed.ids].sort().join() ? [] : ['other ids'];
  const forgotten = isWithdrawal ? ids.filter((each) => !known.has(each)) : [];
  return [...problems, ...forgotten.map((each) => `${each} is not on record`)];
}

/** A lane is held by exactly the instructions whose outcome is open, and knows what still waits. */
function aboutLanes({ lanes, instructions }: Books): readonly string[] {
  return lanes.flatMap(({ currency, status, open }) => {
    const own = instructions.filter(({ content }) => currenciesOf(content).includes(currency));
    const holders = own.filter(({ status }) => HOLDING.includes(status.state)).map(({ id }) => id);
    const holder = status.state === 'idle' ? [] : [status.claim.instructionId];
    const isRejected = status.state === 'rejected';
    const waiting = own.filter(({ status }) => status.state === 'approved').map(({ id }) => id);
    return [
      ...(isRejected || holders.join() === holder.join()
        ? []
        : [`lane ${currency} is ${status.state} (${holder}); open outcomes: ${holders}`]),
      ...(Object.keys(open).sort().join() === [...waiting].sort().join()
        ? []
        : [`lane ${currency} knows ${Object.keys(open)} as waiting; there are ${waiting}`]),
    ];
  });
}

/** What a rule's budgets and the limits of its account have been debited is what may have left, to the last digit. */
function aboutBudgets({ lanes, outflows, policy, instructions }: Books): readonly string[] {
  return policy.rules.flatMap(({ id, currency, withdrawalAccountId }) => {
    const lane = lanes.find((each) => each.currency === currency);
    if (lane === undefined) return [];
    const reserved = instructions.filter(
      ({ origin, status }) =>
        origin.kind === 'sweep' &&
        origin.ruleId === id &&
        RESERVED.includes(status.state) &&
        // Freed without people: the service said no and no balance fell.
        (status.state !== 'rejected' || lane.status.state === 'rejected'),
    );
    const wanted = sum(reserved.map(({ content }) => content.amount));
    const account = accountKey(withdrawalAccountId ?? '');
    // Each account of these policies belongs to one rule. One without limits is not counted.
    const isLimited = policy.accounts.some(
      (each) => accountKey(each.id) === account && each.limits,
    );
    const own = countedOf(lane, 'rule', id);
    const debits = {
      ...{ hours: own.hours, days: own.days },
      ...(isLimited && { account: countedOf(outflows, 'account', account).days }),
    };
    return Object.entries(debits).flatMap(([name, buckets]) => {
      const debited = sum(Object.values(buckets));
      return debited.equals(wanted)
        ? []
        : [`rule ${id}, ${name}: debited ${debited}, may have left ${wanted}`];
    });
  });
}

/** Every sweep that was decided is an instruction, and every instruction of a sweep was decided. */
function aboutDecisions({ decisions, instructions }: Books): readonly string[] {
  const decided = decisions.flatMap(({ instructionId }) => instructionId ?? []);
  const swept = instructions.filter(({ origin }) => origin.kind === 'sweep').map(({ id }) => id);
  return decided.sort().join() === swept.sort().join()
    ? []
    : [`decided: ${decided}; instructions: ${swept}`];
}

/** The service's own books add up: opened and what came in, less what it executed, is what it holds. */
function aboutService({ service }: Books): readonly string[] {
  return Object.entries(service.flows).flatMap(([currency, flows]) => {
    const withdrawn = sum(
      service.withdrawals.filter((each) => each.currency === currency).map(({ amount }) => amount),
    );
    const available = decimalOf(flows.opened)
      .plus(flows.deposited)
      .minus(flows.debited)
      .minus(withdrawn)
      .minus(flows.fees)
      .minus(flows.paid)
      .plus(flows.received);
    const shown = service.balances[currency]?.available ?? '0';
    return available.equals(shown) ? [] : [`${currency}: ${available} expected, ${shown} held`];
  });
}

function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}
