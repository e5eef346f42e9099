import { pathText } from '../../treasury/facts/sentences/field-label.ts';
import { Grouped } from '../display/grouped.tsx';
import { isComparedInGroups } from '../display/groups.ts';
import { leavesOf } from '../display/leaves.ts';
import classes from './approving.module.css';
import type { Destination } from './instruction.ts';

/** Where money goes, in full: every detail that the account has, what is compared letter by letter in groups of four. */
export function Address({ destination }: { readonly destination: Destination }) {
  const { label, network, networkAtService, details } = destination;
  const leaves = [...leavesOf(details)].filter(([path, text]) => path !== '' && text !== '');
  return (
    <dl className={classes.facts}>
      <dt>To</dt>
      <dd>
        <bdi className={classes.destination}>{label}</bdi>
      </dd>
      <dt>Network</dt>
      <dd>{network}</dd>
      {networkAtService !== undefined && (
        <>
          <dt>Network’s name at the service</dt>
          <dd>{networkAtService}</dd>
        </>
      )}
      {leaves.map(([path, text]) => (
        <Detail key={path} path={path} text={text} />
      ))}
      {leaves.length === 0 && (
        <>
          <dt>Address</dt>
          <dd className={classes.quiet}>
            The register has no address of it: compare the account’s id with the service.
          </dd>
        </>
      )}
    </dl>
  );
}

function Detail({ path, text }: { readonly path: string; readonly text: string }) {
  return (
    <>
      <dt>{pathText(path)}</dt>
      <dd>{isComparedInGroups(text) ? <Grouped text={text} /> : <bdi>{text}</bdi>}</dd>
    </>
  );
}
