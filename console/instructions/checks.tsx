import { CheckIcon, XIcon } from '@primer/octicons-react';
import type { components } from '@sluice/client';
import { Sentence } from '../display/sentence.tsx';
import classes from './instructions.module.css';

type Decision = components['schemas']['Decision']['decision'];

/** What the rule asked before it decided: each check with what was found and what is accepted. */
export function Checks({ checks }: Pick<Decision, 'checks'>) {
  return (
    <table className={classes.checks}>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">Found</th>
          <th scope="col">Accepted</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ limit, holds, seen, accepted }) => (
          <tr key={limit}>
            <th scope="row">{limit.replaceAll('-', ' ')}</th>
            <td>
              <Sentence text={seen} />
            </td>
            <td>
              <Sentence text={accepted} />
            </td>
            <td data-holds={holds}>
              {holds ? <CheckIcon size={14} /> : <XIcon size={14} />} {holds ? 'passed' : 'refused'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
