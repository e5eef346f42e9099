import { firstBrokenLink } from '../../treasury/audit/audit-entry.ts';
import { isClosed } from '../../treasury/instructions/advance.ts';
import {
  asSent,
  type Content,
  currenciesOf,
  type Instruction,
} from '../../treasury/instructions/instruction.ts';
import { takenOf } from './service/amounts.ts';
import { textOf, timesOf, unitsOf } from './units.ts';
import type { Violation } from './violation.ts';
import type { World } from './world.ts';

/** Whether everything has come to its end: instructions closed, lanes idle, nothing waiting. */
export function stillOpen({ table }: World): string | null {
  for (const lane of table.lanes()) {
    if (lane.status.state !== 'idle') return `lane ${lane.currency} is ${lane.status.state}`;
    const [open] = Object.keys(lane.open);
    if (open !== undefined) return `lane ${lane.currency} waits for ${open}`;
  }
  for (const instruction of table.instructions()) {
    // A rejected one whose lanes are free has come to its end; who frees them looks at the balances.
    if (isClosed(instruction) || instruction.status.state === 'rejected') continue;
    // What an intruder put back had come to its end before; where no lane notes it, it is not looked at again.
    if (table.beforePutBack(instruction.id) !== null) continue;
    return `${instruction.id} is ${instruction.status.state}`;
  }
  return null;
}

/** What must hold when a world has come to rest: the service's books and the ledger are one story. */
export function endingViolation(
  world: World,
  restored: boolean,
  expected: ReadonlyMap<string, bigint>,
): Violation | null {
  const broken = firstBrokenLink(world.table.audit);
  if (broken !== null) return { code: 'audit-broken', message: `at entry ${broken}` };
  const open = stillOpen(world);
  if (open !== null) return { code: 'no-end', message: `without faults ${open} for ever` };
  for (const instruction of toldBy(world)) {
    const wrong = disagreement(world, restored, instruction);
    if (wrong !== null) return wrong;
  }
  return restored ? null : balanceViolation(world, expected);
}

/** Each instruction as Sluice ended it: an intruder who puts one back overwrites that. */
function toldBy({ table }: World): readonly Instruction[] {
  return [...table.instructions()].map((each) => table.beforePutBack(each.id) ?? each);
}

function disagreement(
  { service, oracle, table }: World,
  restored: boolean,
  { id, status }: Instruction,
): Violation | null {
  const executed = service.executionsOf(id).length > 0;
  if (executed === (status.state === 'confirmed')) return null;
  // What was claimed after the backup is not known to the restored ledger (assumption 7).
  if (restored && executed && !oracle.referenceOf(table).claims.has(id)) return null;
  const message = `${id} is ${status.state} and was ${executed ? '' : 'not '}executed`;
  return { code: 'books-disagree', message };
}

/** Balances as the ledger tells them, to the last unit: what came from outside and what it confirmed. */
function balanceViolation(world: World, expected: ReadonlyMap<string, bigint>): Violation | null {
  const { service } = world;
  const told = new Map(expected);
  for (const instruction of toldBy(world)) {
    if (instruction.status.state !== 'confirmed') continue;
    const content = carriedOut(world, instruction);
    const [base = '', quote = ''] = currenciesOf(content);
    const sign = content.kind === 'trade' && content.side === 'buy' ? 1n : -1n;
    told.set(base, (told.get(base) ?? 0n) + sign * unitsOf(content.amount));
    if (content.kind !== 'trade') continue;
    const cost = timesOf(content.price, content.amount, content.side);
    told.set(quote, (told.get(quote) ?? 0n) - sign * cost);
  }
  for (const [currency, units] of told) {
    const held = service.balances.get(currency) ?? 0n;
    if (held === units) continue;
    const message = `the service holds ${textOf(held)} ${currency}; by the ledger it is ${textOf(units)}`;
    return { code: 'books-disagree', message };
  }
  return null;
}

/** As the ledger tells it; of what people or balances settled no one has said how much left, so the service's own books say it. */
function carriedOut({ service }: World, instruction: Instruction): Content {
  const content = asSent(instruction);
  const { status } = instruction;
  if (content.kind !== 'withdrawal' || status.state !== 'confirmed') return content;
  if (status.confirmation.kind === 'withdrawal') {
    return { ...content, amount: status.confirmation.taken ?? content.amount };
  }
  return { ...content, amount: textOf(takenOf(service.amounts, unitsOf(content.amount))) };
}
