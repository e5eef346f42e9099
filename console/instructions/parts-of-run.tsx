import { Link } from 'react-router';
import type { Instruction } from '../approving/instruction.ts';
import { Amount } from '../display/amount.tsx';
import { useTenant } from '../session/person.tsx';

interface PartsOfRunProps {
  readonly instruction: Instruction;
  /** Names of accounts by id. */
  readonly accounts: Readonly<Record<string, string>>;
}

/** Which part of a divided sweep it is, and the parts beside it; nothing for a sweep to one account. */
export function PartsOfRun({ instruction: { origin, content }, accounts }: PartsOfRunProps) {
  const tenant = useTenant();
  if (origin.kind !== 'sweep' || origin.split === undefined) return null;
  const { part, of, total, parts } = origin.split;
  const currency = content.kind === 'withdrawal' ? content.currency : '';
  return (
    <>
      <dt>Part</dt>
      <dd>
        {part} of {of}, of <Amount amount={total} currency={currency} /> in all
        <ul>
          {parts.map((each) => (
            <li key={each.instructionId}>
              <Amount amount={each.amount} currency={currency} /> to{' '}
              <bdi>{accounts[each.withdrawalAccountId] ?? each.withdrawalAccountId}</bdi>
              {each.part === part ? (
                ' (this one)'
              ) : (
                <>
                  {': '}
                  <Link to={`/t/${tenant}/withdrawals/${each.instructionId}`}>
                    part {each.part}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}
