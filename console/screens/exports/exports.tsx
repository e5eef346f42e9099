import { useSearchParams } from 'react-router';
import { BackgroundExport } from '../../files/background-export.tsx';
import { FileList } from '../../files/file-list.tsx';
import { OwnExports } from '../../files/own-exports.tsx';
import { useFiles } from '../../files/use-files.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { ChoiceForm } from './choice-form.tsx';

/** Names an export in the address: what a colleague is sent. */
const EXPORT = 'export';

/** Every report as a file: whole months and ranges, in each format that it has. */
export function Component() {
  const [search] = useSearchParams();
  const files = useFiles();
  const linked = search.get(EXPORT);
  const shownAbove = new Set([
    ...(linked === null ? [] : [linked]),
    ...files.jobs.flatMap(({ state }) => (state.kind === 'background' ? [state.id] : [])),
  ]);
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
      {files.jobs.length > 0 && (
        <Panel title="Files">
          <FileList files={files} />
        </Panel>
      )}
      <Panel title="Written in the background">
        <OwnExports except={shownAbove} />
      </Panel>
    </Page>
  );
}
