import { Fragment } from 'react';
import { Link } from 'react-router';
import { useTenant } from '../session/person.tsx';

interface AccountLinksProps {
  readonly ids: readonly string[];
  /** Names of accounts by id. */
  readonly names: Readonly<Record<string, string>> | undefined;
}

/** Every account that money goes to, by name: "Cold storage and Operating". */
export function AccountLinks({ ids, names }: AccountLinksProps) {
  const tenant = useTenant();
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && (index === ids.length - 1 ? ' and ' : ', ')}
      <Link
        to={`/t/${tenant}/accounts/${encodeURIComponent(id)}`}
        onClick={(event) => event.stopPropagation()}
      >
        <bdi>{names?.[id] ?? id}</bdi>
      </Link>
    </Fragment>
  ));
}
