import type { Instruction } from '../instructions/instruction.ts';
import type { Statement } from './statement.ts';

/** What books say of an instruction beside the statement, which holds less: the account, the rule, the service's ids. */
export interface InstructionFacts {
  readonly withdrawalAccountId: string | null;
  /** The account's label as it was when the instruction was made. */
  readonly accountLabel: string | null;
  /** The rule that decided it; null where a person or a program asked. */
  readonly ruleId: string | null;
  /** The service's own ids of the withdrawals, or of the trade; empty where none is known. */
  readonly serviceIds: readonly string[];
}

/** By id; an instruction that is not stored any more is not in it. */
export type FactsById = ReadonlyMap<string, InstructionFacts>;

export function factsOf({ content, origin, status }: Instruction): InstructionFacts {
  const isWithdrawal = content.kind === 'withdrawal';
  return {
    withdrawalAccountId: isWithdrawal ? content.withdrawalAccountId : null,
    accountLabel: isWithdrawal ? content.accountLabel : null,
    ruleId: origin.kind === 'sweep' ? origin.ruleId : null,
    serviceIds: serviceIdsOf(status),
  };
}

function serviceIdsOf(status: Instruction['status']): readonly string[] {
  if (status.state !== 'confirmed') return [];
  const { confirmation } = status;
  switch (confirmation.kind) {
    case 'withdrawal':
      return confirmation.withdrawals.map(({ id }) => id);
    case 'trade':
      return confirmation.trade.id === undefined ? [] : [confirmation.trade.id];
    case 'settled':
      return confirmation.withdrawalId === undefined ? [] : [confirmation.withdrawalId];
    case 'evidence':
      return [];
    default:
      return confirmation satisfies never;
  }
}

/** The instructions that a statement mentions, each once. */
export function instructionIdsIn({ currencies }: Pick<Statement, 'currencies'>): readonly string[] {
  const ids = currencies.flatMap(({ movements }) =>
    movements.flatMap(({ instructionId }) => instructionId ?? []),
  );
  return [...new Set(ids)];
}
