import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { Empty } from '../../display/empty.tsx';
import { When } from '../../display/when.tsx';
import { BackgroundExport } from '../../files/background-export.tsx';
import { FileList } from '../../files/file-list.tsx';
import classes from '../../files/files.module.css';
import { type KeptExport, useKeptExports } from '../../files/kept-exports.ts';
import type { FileRequest } from '../../files/reports.ts';
import { useFiles } from '../../files/use-files.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { ChoiceForm } from './choice-form.tsx';

/** Names an export in the address: what a colleague is sent. */
const EXPORT = 'export';

/** Every report as a file: whole months and ranges, in each format that it has. */
export function Component() {
  const [search] = useSearchParams();
  const { kept, add, forget } = useKeptExports();
  const onBackground = useCallback(
    (id: string, { title }: FileRequest) => add({ id, title, at: new Date().toISOString() }),
    [add],
  );
  const files = useFiles(onBackground);
  const linked = search.get(EXPORT);
  const begunHere = new Set(
    files.jobs.flatMap(({ state }) => (state.kind === 'background' ? [state.id] : [])),
  );
  const earlier = kept.filter(({ id }) => id !== linked && !begunHere.has(id));
  return (
    <Page
      title="Exports"
      subtitle="A file has every row, with amounts to the last digit. Large ones are written in the background."
    >
      {linked !== null && (
        <Panel title="This export">
          <BackgroundExport id={linked} />
        </Panel>
      )}
      <Panel title="Export a report">
        <ChoiceForm onStart={files.start} />
      </Panel>
      <Panel title="Files">
        {files.jobs.length === 0 && earlier.length === 0 && (
          <Empty title="No file was asked for in this tab yet">
            Choose a report, its time and its format, then Export. The browser saves the file.
          </Empty>
        )}
        <FileList files={files} />
        {earlier.length > 0 && <Earlier exports={earlier} forget={forget} />}
      </Panel>
    </Page>
  );
}

interface EarlierProps {
  readonly exports: readonly KeptExport[];
  readonly forget: (id: string) => void;
}

/** Those that were begun before this screen was opened, and are written in the background. */
function Earlier({ exports, forget }: EarlierProps) {
  return (
    <ul className={classes.jobs} aria-label="Earlier exports">
      {exports.map(({ id, title, at }) => (
        <li key={id}>
          <p className={classes.title}>
            {title}{' '}
            <span className={classes.quiet}>
              asked for <When at={at} />
            </span>
          </p>
          <BackgroundExport id={id} />
          <Button size="compact-xs" variant="subtle" onClick={() => forget(id)}>
            Take off this list
          </Button>
        </li>
      ))}
    </ul>
  );
}
