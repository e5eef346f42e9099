import { type ReadResult, useRead } from '../api/use-read.ts';
import type { InstructionList } from '../approving/instruction.ts';

/** An instruction with every reading of its evidence, and every explanation that fits. */
export function useInstruction(
  list: InstructionList,
  id: string,
): ReadResult<'/v1/withdrawals/{id}'> {
  const input = { path: { id }, query: { expand: ['evidence' as const] } };
  const isWithdrawal = list === 'withdrawals';
  const withdrawal = useRead('/v1/withdrawals/{id}', input, { isEnabled: isWithdrawal });
  const trade = useRead('/v1/trades/{id}', input, { isEnabled: !isWithdrawal });
  return isWithdrawal ? withdrawal : trade;
}
