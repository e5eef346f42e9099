import type { components } from '@sluice/client';

export type Instruction = components['schemas']['Instruction'];
export type Names = components['schemas']['Names'];
export type Destination = NonNullable<Instruction['destination']>;
export type Content = Instruction['content'];

/** The lists that an instruction is read and decided in. */
export type InstructionList = 'withdrawals' | 'trades';

export function listOf({ content }: Pick<Instruction, 'content'>): InstructionList {
  return content.kind === 'trade' ? 'trades' : 'withdrawals';
}

/** The list of an instruction of which only the id is known: those of trades and conversions say so. */
export function listNamedBy(id: string): InstructionList {
  return /^(trade|convert)-/.test(id) ? 'trades' : 'withdrawals';
}

/** Its screen, below the console's own address. */
export function addressOf(
  tenant: string,
  instruction: Pick<Instruction, 'content' | 'id'>,
): string {
  return `/t/${tenant}/${listOf(instruction)}/${encodeURIComponent(instruction.id)}`;
}

/** The currency that an instruction's amount is in: of a trade, the base of its instrument. */
export function currencyOf(content: Content): string {
  return content.kind === 'trade' ? (content.instrument.split('/')[0] ?? '') : content.currency;
}

/** A trade's price is in the other currency of its instrument. */
export function quoteOf({ instrument }: { readonly instrument: string }): string {
  return instrument.split('/')[1] ?? '';
}

/** Sluice itself, a person by the name that they chose, or whoever it was by the id of the audit log. */
export function personName(names: Pick<Names, 'people'> | undefined, id: string): string {
  return id === 'sluice' ? 'Sluice' : (names?.people[id] ?? id);
}

/** Who approved it: a person, or the rule or the limit that asks for no person. */
export function actorName(names: Names | undefined, by: string): string {
  const rule = /^rule (.+)$/.exec(by)?.[1];
  if (rule !== undefined) return `rule ${names?.rules[rule] ?? rule}`;
  return personName(names, by);
}

/** Who asked: a person, a program, or a rule by its label. */
export function askedBy({ origin }: Pick<Instruction, 'origin'>, names: Names | undefined): string {
  if (origin.kind === 'request') return personName(names, origin.requestedBy);
  return `rule ${names?.rules[origin.ruleId] ?? origin.ruleId}`;
}

interface Approvals {
  readonly required: number;
  readonly given: readonly { readonly by: string; readonly at: string }[];
}

/** How many people an instruction takes, and who has approved it so far. */
export function approvalsOf({ status }: Pick<Instruction, 'status'>): Approvals {
  switch (status.state) {
    case 'awaiting-approval':
      return { required: status.approvalsRequired ?? 1, given: status.approvals ?? [] };
    case 'approved':
      return { required: status.approvals?.length ?? 0, given: status.approvals ?? [] };
    default:
      return { required: 0, given: [] };
  }
}
