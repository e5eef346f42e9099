import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ruleSentence } from '../../../treasury/facts/sentences/rule.ts';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Said } from '../../display/said.tsx';
import { Panel } from '../../layout/page.tsx';
import { Versions } from '../../proposing/versions.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { shownValues } from './difference-table.tsx';
import type { Field } from './field.ts';
import type { Rule } from './types.ts';
import { valuesOf } from './values.ts';

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
          <Versions
            versions={items}
            contentOf={(version) => shownValues(valuesOf(fields, version), accounts)}
            does={(version) => (
              <p>
                <Said sentence={ruleSentence(version)} accounts={accounts} />
              </p>
            )}
            aside={(version, isCurrent) => (
              <VersionAside
                version={version}
                isCurrent={isCurrent}
                backTo={isInForce ? (isCurrent ? items[1] : version)?.version : undefined}
              />
            )}
          />
        )}
      </Loaded>
    </Panel>
  );
}

interface VersionAsideProps {
  readonly version: Rule;
  readonly isCurrent: boolean;
  /** The version that a person can propose to go back to from here. */
  readonly backTo: number | undefined;
}

function VersionAside({ version, isCurrent, backTo }: VersionAsideProps) {
  const { id } = version;
  const may = useMay();
  const tenant = useTenant();
  return (
    <>
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
    </>
  );
}
