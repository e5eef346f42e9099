import { Identifier } from '../display/identifier.tsx';
import { useTimeZone } from '../display/time-zone.tsx';
import { formatInstant } from '../display/times.ts';
import { useNow } from '../display/use-now.ts';
import { usePrintFooter } from '../layout/use-print-footer.ts';
import { usePerson, useTenant } from '../session/person.tsx';
import { useConfiguration } from '../session/session.tsx';
import classes from './printing.module.css';

interface PrintedRecordProps {
  /** What a reader compares with what Sluice says: names the very content. Null where it has none. */
  readonly digest: string | null;
  /** Who did what, in the order in which they did it: "Tara Huber, treasurer proposed it". */
  readonly people: readonly PrintedPerson[];
}

export interface PrintedPerson {
  readonly did: string;
  readonly name: string;
  readonly at?: string | undefined;
}

/**
 * What paper says beside the content: the digest, the people, the treasury, and who printed it when. The screen shows
 * digest and people as well.
 */
export function PrintedRecord({ digest, people }: PrintedRecordProps) {
  const { name } = usePerson();
  const tenant = useTenant();
  const { stage } = useConfiguration();
  const { timeZone } = useTimeZone();
  const now = useNow();
  usePrintFooter('digest', digest === null ? '' : ` · digest ${digest}`);
  return (
    <dl className={classes.record}>
      {people.map(({ did, name: who, at }) => (
        <div key={`${did} ${who}`}>
          <dt>{did}</dt>
          <dd>
            <bdi>{who}</bdi>
            {at !== undefined && <>, {formatInstant(at, timeZone, 'second')}</>}
          </dd>
        </div>
      ))}
      {digest !== null && (
        <div>
          <dt>Digest</dt>
          <dd>
            <Identifier id={digest} />
          </dd>
        </div>
      )}
      <div className="sluice-print-only">
        <dt>Printed</dt>
        <dd>
          {formatInstant(now, timeZone, 'second')} by <bdi>{name}</bdi>; tenant {tenant}, stage{' '}
          {stage}
        </dd>
      </div>
    </dl>
  );
}
