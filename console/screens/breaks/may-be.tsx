import { Link } from 'react-router';
import { useReads } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';

/** Instructions that would account for a break, by what they are and not by their ids alone. */
export function MayBe({ ids }: { readonly ids: readonly string[] }) {
  const tenant = useTenant();
  const found = useReads(
    '/v1/instructions/{id}',
    ids.map((id) => ({ path: { id } })),
    { isPolled: false },
  );
  return (
    <ul className={parts.list}>
      {ids.map((id, index) => {
        const instruction = found[index]?.data?.data;
        const list = instruction?.content.kind === 'trade' ? 'trades' : 'withdrawals';
        return (
          <li key={id}>
            <Link to={`/t/${tenant}/${list}/${encodeURIComponent(id)}`}>
              {instruction === undefined ? (
                <bdi>{id}</bdi>
              ) : (
                <>
                  {instruction.content.kind === 'trade' ? 'Trade' : 'Withdrawal'} of{' '}
                  <Amount
                    amount={instruction.content.amount}
                    currency={
                      instruction.content.kind === 'trade'
                        ? (instruction.content.instrument.split('/')[0] ?? '')
                        : instruction.content.currency
                    }
                  />
                </>
              )}
            </Link>{' '}
            {instruction !== undefined && (
              <>
                <When at={instruction.createdAt} as="minute" />{' '}
                <Status state={instruction.status.state} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
