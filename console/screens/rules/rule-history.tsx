import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { differencesOf } from './differences.ts';
import type { Field } from './field.ts';
import classes from './rules.module.css';
import type { Rule } from './types.ts';

interface RuleHistoryProps {
  readonly id: string;
  readonly fields: readonly Field[];
  readonly accounts: Readonly<Record<string, string>>;
  /** A deleted rule cannot be brought back: its id stays with its history. */
  readonly isInForce: boolean;
}

/** Every version of a rule, newest first, each beside the one before, and the way back to it. */
export function RuleHistory({ id, fields, accounts, isInForce }: RuleHistoryProps) {
  const tenant = useTenant();
  const history = useRead('/v1/sweep-rules/{id}/history', {
    path: { id },
    query: { limit: 200, sort: 'newest' },
  });
  return (
    <Panel
      title="History"
      aside={
        <Link to={`/t/${tenant}/audit?subject=${encodeURIComponent(`rule:${id}`)}`}>
          Who changed it: the audit log
        </Link>
      }
    >
      <Loaded query={history} lines={6}>
        {({ items }) => (
          <ol className={classes.versions}>
            {items.map((version, index) => (
              <Version
                key={version.version}
                version={version}
                before={items[index + 1] ?? null}
                isCurrent={index === 0}
                backTo={isInForce ? (index === 0 ? items[1] : version)?.version : undefined}
                fields={fields}
                accounts={accounts}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  );
}

interface VersionProps extends Pick<RuleHistoryProps, 'fields' | 'accounts'> {
  readonly version: Rule;
  readonly before: Rule | null;
  readonly isCurrent: boolean;
  /** The version that a person can propose to go back to from here. */
  readonly backTo: number | undefined;
}

function Version({ version, before, isCurrent, backTo, fields, accounts }: VersionProps) {
  const { id, activeSince, deletedAt } = version;
  const may = useMay();
  const tenant = useTenant();
  const differences = before === null ? [] : differencesOf(fields, before, version);
  return (
    <li>
      <h3 className={classes.versionTitle}>
        Version {version.version}
        {deletedAt === undefined ? (
          isCurrent && <Status state="in-force" tone="good" text="in force" />
        ) : (
          <Status state="deleted" />
        )}
        <span className={classes.quiet}>
          since <When at={deletedAt ?? activeSince} as="minute" />
        </span>
        {backTo !== undefined && may('replaceSweepRule') && (
          <Button
            component={Link}
            to={`/t/${tenant}/rules/${id}/edit?version=${backTo}`}
            size="compact-sm"
            variant="default"
          >
            {isCurrent ? 'Propose the reverse' : 'Propose to go back to this version'}
          </Button>
        )}
      </h3>
      {before === null ? (
        <p className={classes.quiet}>The first version.</p>
      ) : differences.length === 0 ? (
        <p className={classes.quiet}>Nothing that people set differs from the version before.</p>
      ) : (
        <DifferenceTable
          label={`What version ${version.version} changed`}
          differences={differences}
          sides={[`Version ${before.version}`, `Version ${version.version}`]}
          accounts={accounts}
        />
      )}
    </li>
  );
}
