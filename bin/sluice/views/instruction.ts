import type { components } from '@sluice/client';
import type { Screen } from '../screen/screen.ts';
import { type Column, type Field, fieldsOf } from '../screen/table.ts';
import { wrapped } from '../screen/text.ts';
import { amountOf, momentOf } from './formats.ts';
import { leavesOf, valueLines } from './values.ts';

export type Instruction = components['schemas']['Instruction'];
type State = Instruction['status']['state'];

/** Every state, in the order in which an instruction goes through them. */
export const STATES = Object.keys({
  proposed: true,
  'awaiting-approval': true,
  approved: true,
  sending: true,
  'not-sent': true,
  confirmed: true,
  rejected: true,
  unknown: true,
  anomaly: true,
  declined: true,
  expired: true,
  cancelled: true,
  released: true,
} satisfies Record<State, true>);

const COLOURS: Readonly<Partial<Record<State, Parameters<Screen['paint']>[0]>>> = {
  confirmed: 'green',
  'awaiting-approval': 'yellow',
  sending: 'cyan',
  unknown: 'red',
  anomaly: 'red',
  rejected: 'red',
};

/** Whether nothing more happens to it by itself; an unknown outcome waits for people. */
export function hasEnded({ status }: Instruction): boolean {
  return !['proposed', 'awaiting-approval', 'approved', 'sending'].includes(status.state);
}

export function amountTextOf({ content }: Instruction): string {
  if (content.kind === 'withdrawal') return amountOf(content.amount, content.currency);
  const { side, instrument, price, amount } = content;
  const [base = '', quote = ''] = instrument.split('/');
  return `${side} ${amountOf(amount, base)} at ${amountOf(price, quote)}`;
}

export function targetOf({ content, destination }: Instruction): string {
  if (content.kind === 'trade') return content.instrument;
  return destination?.label ?? content.withdrawalAccountId;
}

export const INSTRUCTION_COLUMNS: readonly Column<Instruction>[] = [
  { title: 'CREATED (UTC)', of: ({ createdAt }) => momentOf(createdAt), spare: 2 },
  { title: 'ID', of: ({ id }) => id },
  {
    title: 'STATE',
    of: ({ status }) => status.state,
    paint: ({ status }) => COLOURS[status.state] ?? null,
  },
  { title: 'AMOUNT', of: amountTextOf, align: 'right' },
  { title: 'TO', of: targetOf, spare: 1 },
];

/** An instruction in full: what a person must see before deciding about it. */
export function instructionLines(instruction: Instruction, screen: Screen): readonly string[] {
  const { id, content, destination, origin, value, status, history, createdAt } = instruction;
  const fields: Field[] = [
    [content.kind, id],
    ['state', stateOf(instruction), COLOURS[status.state]],
    ['amount', amountTextOf(instruction)],
    ['value', value === undefined ? undefined : amountOf(value.amount, value.currency)],
    ...(destination === undefined ? [] : destinationFields(destination)),
    ...(content.kind === 'withdrawal'
      ? [['account id', content.withdrawalAccountId] as [string, string]]
      : []),
    ['requested', originOf(origin)],
    ['created', createdAt],
    ...Object.entries(status)
      .filter(([name]) => ['expiresAt', 'evidence', 'comment', 'reason'].includes(name))
      .map(([name, each]): [string, string] => [NAMES[name] ?? name, valueLines(each).join(', ')]),
    ['approved', approvalsText(status)],
    ['balances', instruction.evidence?.message],
    ['stated', statementOf(instruction)],
  ];
  const past = history.flatMap(({ at, state, message, by }) => {
    const who = by === undefined ? '' : ` (${by.join(', ')})`;
    return wrapped(
      `${momentOf(at)}  ${state}: ${message}${who}`,
      Math.max(40, screen.width - 4),
    ).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`));
  });
  return [...fieldsOf(fields, screen), '', screen.paint('bold', 'history'), ...past];
}

const NAMES: Readonly<Record<string, string>> = {
  expiresAt: 'expires',
};

/** Who approved it, and how many still have to: `by ann; one more person has to`. */
export function approvalsText(status: Instruction['status']): string | undefined {
  if (status.state !== 'awaiting-approval' && status.state !== 'approved') return undefined;
  const given = (status.approvals ?? []).map(({ by }) => by);
  // What needed no person was approved by its rule.
  if (status.state === 'approved') {
    return given.length === 0 ? undefined : `by ${given.join(' and ')}; that is enough`;
  }
  const required = status.approvalsRequired ?? 1;
  const missing = Math.max(0, required - given.length);
  if (given.length === 0)
    return `not yet; ${missing === 1 ? 'one person has' : `${missing} people have`} to`;
  const more = missing === 1 ? 'one more person has to' : `${missing} more people have to`;
  return `by ${given.join(' and ')}; ${more}`;
}

/** What the first of two people said about the outcome. */
function statementOf({ settlement }: Instruction): string | undefined {
  if (settlement === undefined) return undefined;
  const { by, executed, comment } = settlement;
  return `${by} says it was ${executed ? '' : 'not '}executed: ${comment}`;
}

function stateOf({ status }: Instruction): string {
  return `${status.state}, since ${status.at}`;
}

type Destination = NonNullable<Instruction['destination']>;

function destinationFields({ label, network, currency, details }: Destination): [string, string][] {
  return [
    ['to', label],
    ['network', network],
    ['currency', currency],
    // An address that is not shown is not approved.
    ...leavesOf(details).map(([name, value]): [string, string] => [`to: ${name}`, value]),
  ];
}

function originOf(origin: Instruction['origin']): string {
  return origin.kind === 'sweep'
    ? `by the rule ${origin.ruleId}, version ${origin.ruleVersion}, on the snapshot of ${origin.snapshot}`
    : `by ${origin.requestedBy}`;
}
