import type { Actor } from '../facts/actor.ts';
import { sayActor } from '../facts/sentences/say/say-actor.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { approversOf } from '../instructions/instruction-times.ts';
import { askedBy } from '../instructions/requester.ts';
import type { Flow, FlowMovement } from '../ledger/flow.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Statement } from '../statements/statement.ts';

/** What each of the places says of one request, where they do not agree. */
export interface Disagreement {
  readonly where: string;
  readonly message: string;
}

/** The people who approved, by the audit log; by instruction. */
export type Approvals = ReadonlyMap<string, ReadonlySet<string>>;

/** The register of requests against the approvals of the audit log. */
export function faultsOfRequest(
  instruction: Instruction,
  approvals: Approvals,
): readonly Disagreement[] {
  // Where no person is needed, the rule or the limits that required none stand in their place.
  const inRegister = approversOf(instruction).filter((each) => typeof each === 'string');
  const inLog = approvals.get(instruction.id) ?? new Set();
  const unlogged = inRegister.filter((each) => !inLog.has(each));
  // One of two may have approved before another person declined.
  const unregistered =
    inRegister.length === 0 ? [] : [...inLog].filter((each) => !inRegister.includes(each));
  return [
    ...unlogged.map((each) => `${each} approved by the register, and not by the audit log`),
    ...unregistered.map((each) => `${each} approved by the audit log, and not by the register`),
  ].map((message) => ({ where: instruction.id, message }));
}

/** A flow by itself, and against the register of the requests that it names. */
export function faultsOfFlow(
  flow: Flow,
  requests: ReadonlyMap<string, Instruction>,
): readonly Disagreement[] {
  const { opening, closing, unexplained, movements } = flow;
  const moved = [unexplained, ...movements.map(({ amount }) => amount)].reduce(
    (sum, amount) => sum.plus(decimalOf(amount)),
    decimalOf(opening),
  );
  const messages = [
    ...(moved.equals(decimalOf(closing))
      ? []
      : [`its opening and what moved make ${formatDecimal(moved)}, its closing is ${closing}`]),
    ...movements.flatMap((movement) => againstRegister(movement, requests)),
  ];
  return messages.map((message) => ({ where: nameOf(flow), message }));
}

function againstRegister(
  { instructionId, askedBy: asked, approvedBy }: FlowMovement,
  requests: ReadonlyMap<string, Instruction>,
): readonly string[] {
  const instruction = requests.get(instructionId);
  if (instruction === undefined) return [`it names ${instructionId}, which is not in the register`];
  const asker = askedBy(instruction);
  const approvers = approversOf(instruction);
  return [
    ...(sayActor(asked) === sayActor(asker)
      ? []
      : [`${instructionId} was asked for by ${sayActor(asker)}, it says ${sayActor(asked)}`]),
    ...(sameNames(approvedBy, approvers)
      ? []
      : [`${instructionId} was approved by ${namesOf(approvers)}, it says ${namesOf(approvedBy)}`]),
  ];
}

/** The lines of a frozen month that name a request, against the flows of the month as they stand. */
export function faultsOfStatement(
  { month, timeZone, currencies }: Statement,
  flows: ReadonlyMap<string, Flow>,
): readonly Disagreement[] {
  return currencies.flatMap(({ currency, movements }) =>
    movements.flatMap(({ instructionId, snapshot, amount, approvedBy }) => {
      if (instructionId === null) return [];
      const where = `${month} ${timeZone}: ${currency} of ${snapshot}`;
      const inFlow = flows
        .get(nameOf({ currency, snapshot }))
        ?.movements.find((each) => each.instructionId === instructionId);
      if (inFlow === undefined) {
        return [{ where, message: `it names ${instructionId}, and no flow of then does` }];
      }
      const differs =
        !decimalOf(inFlow.amount).equals(decimalOf(amount)) ||
        !sameNames(inFlow.approvedBy, approvedBy);
      if (!differs) return [];
      const message = `${instructionId} is ${amount}, approved by ${namesOf(approvedBy)}; its flow says ${inFlow.amount}, ${namesOf(inFlow.approvedBy)}`;
      return [{ where, message }];
    }),
  );
}

export function nameOf({ currency, snapshot }: Pick<Flow, 'currency' | 'snapshot'>): string {
  return `${currency} of ${snapshot}`;
}

function sameNames(some: readonly Actor[], others: readonly Actor[]): boolean {
  const names = others.map((each) => sayActor(each));
  return some.length === names.length && some.every((each) => names.includes(sayActor(each)));
}

function namesOf(actors: readonly Actor[]): string {
  return actors.map((each) => sayActor(each)).join(', ');
}
