import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import { Versions } from '../../proposing/versions.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay } from '../../session/person.tsx';
import { useDraft } from '../../session/use-draft.ts';
import { ControlsFacts } from './controls-facts.tsx';
import { CONTROLS_FORM, ControlsForm } from './controls-form.tsx';
import { bodyOf, valuesOf } from './controls-values.ts';

/** The mode and the limits: what holds, what waits, how they came to be so, and a form to change them. */
export function ControlsTab() {
  const controls = useRead('/v1/controls');
  const draft = useDraft(CONTROLS_FORM);
  const [isEdited, setEdited] = useState(draft.initial !== null);
  return (
    <>
      <WaitingChanges
        isOf={({ kind, resumption }) => kind === 'controls' && resumption === undefined}
      />
      <Loaded query={controls} lines={12}>
        {(data, { etag }) =>
          isEdited ? (
            <ControlsForm controls={data} etag={etag} close={() => setEdited(false)} />
          ) : (
            <Panel title="Mode and limits" aside={<Change onClick={() => setEdited(true)} />}>
              <ControlsFacts controls={data} />
            </Panel>
          )
        }
      </Loaded>
      <History />
    </>
  );
}

function Change({ onClick }: { readonly onClick: () => void }) {
  const may = useMay();
  if (!may('replaceControls')) {
    return <span className={parts.quiet}>A treasurer or an admin changes them</span>;
  }
  return (
    <Button size="compact-sm" onClick={onClick}>
      Change
    </Button>
  );
}

function History() {
  const history = useRead('/v1/controls/history', { query: { sort: 'newest', limit: 50 } });
  return (
    <Panel title="History">
      <Loaded query={history} lines={4}>
        {({ items }) => (
          <Versions versions={items} contentOf={(controls) => bodyOf(valuesOf(controls))} />
        )}
      </Loaded>
    </Panel>
  );
}
