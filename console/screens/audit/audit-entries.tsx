import { Link } from 'react-router';
import { differencesOf } from '../../approving/differences.ts';
import { personName } from '../../approving/instruction.ts';
import { Identifier } from '../../display/identifier.tsx';
import parts from '../../display/parts.module.css';
import { SideBySide } from '../../display/side-by-side.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import { type ActEntries, actsIn, sequencesOf } from './acts.ts';
import classes from './audit.module.css';
import { actionText, screenOf, subjectText } from './audit-texts.ts';
import type { AuditEntry, Names, Said } from './types.ts';

/** Facts of an entry that are said in sentences beside what differs. */
const SAID_AS: Readonly<Record<string, string>> = {
  halt: 'What Sluice found',
  'propose-change': 'Lets more leave',
};
const IS_SAID = /^(?:found|widens)\./;

interface AuditEntriesProps {
  readonly entries: readonly AuditEntry[];
  readonly names: Names | undefined;
  /** What the facts of an entry come to, by its number. */
  readonly said: Said;
  readonly isOpen: boolean;
}

/** Acts, one line each; what changed, and the hashes, below it. */
export function AuditEntries({ entries, isOpen, ...page }: AuditEntriesProps) {
  return (
    <ol className={classes.entries} aria-label="Entries of the audit log">
      {actsIn(entries).map((act) => (
        <Act key={act[0].sequence} entries={act} isOpen={isOpen} {...page} />
      ))}
    </ol>
  );
}

interface ActProps extends Omit<AuditEntriesProps, 'entries'> {
  readonly entries: ActEntries;
}

/** One line, and what each entry of it says. */
function Act({ entries, names, said, isOpen }: ActProps) {
  const [entry] = entries;
  return (
    <li>
      <details open={isOpen} data-prints="as-shown">
        <summary>
          <span className={parts.quiet}>{sequencesOf(entries)}</span>
          <When at={entry.at} as="second" />
          <span>
            <bdi>{personName(names, entry.by)}</bdi>
            {entry.approvedBy !== undefined && (
              <span className={parts.quiet}>
                {' '}
                and <bdi>{personName(names, entry.approvedBy)}</bdi>
              </span>
            )}
          </span>
          <strong>{actionText(entry.action)}</strong>
          <bdi>{subjectText(entry.subject, names)}</bdi>
        </summary>
        {entries.map((each) => (
          <Content key={each.sequence} entry={each} said={said[each.sequence] ?? []} />
        ))}
      </details>
    </li>
  );
}

interface ContentProps {
  readonly entry: AuditEntry;
  readonly said: readonly string[];
}

function Content({ entry, said }: ContentProps) {
  const { before, after, by, approvedBy, action, subject, requestId, hash, previousHash } = entry;
  const tenant = useTenant();
  const screen = screenOf(subject);
  const differences = differencesOf(before ?? {}, after ?? {}).filter(
    ({ field }) => field !== '' && !(said.length > 0 && IS_SAID.test(field)),
  );
  return (
    <div className={classes.content}>
      {differences.length > 0 && (
        <SideBySide
          label={`What entry ${entry.sequence} changed`}
          differences={differences}
          sides={['Before', 'Afterwards']}
        />
      )}
      <dl className={parts.facts}>
        {said.length > 0 && (
          <>
            <dt>{SAID_AS[action] ?? 'Why'}</dt>
            {said.map((each) => (
              <dd key={each}>
                <bdi>{each}</bdi>
              </dd>
            ))}
          </>
        )}
        <dt>By</dt>
        <dd>
          <Identifier id={by} />
        </dd>
        {approvedBy !== undefined && (
          <>
            <dt>Approved by</dt>
            <dd>
              <Identifier id={approvedBy} />
            </dd>
          </>
        )}
        <dt>Action</dt>
        <dd>
          <code>{action}</code>
        </dd>
        <dt>About</dt>
        <dd>
          <Identifier id={subject} />{' '}
          {screen !== null && <Link to={`/t/${tenant}/${screen}`}>Show it</Link>}
        </dd>
        <dt>Request</dt>
        <dd>
          <Identifier id={requestId} />
        </dd>
        <dt>Hash</dt>
        <dd>
          <Identifier id={hash} />
        </dd>
        <dt>Hash of the entry before</dt>
        <dd>
          <Identifier id={previousHash} />
        </dd>
      </dl>
    </div>
  );
}
