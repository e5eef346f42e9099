import { Panel } from '../layout/page.tsx';
import { FileList } from './file-list.tsx';
import { FormatButtons } from './format-buttons.tsx';
import { FORMATS, type Format, type ReportName, traitsOf } from './reports.ts';
import { useFiles } from './use-files.ts';

interface RegisterFilesProps {
  readonly report: ReportName;
  /** What narrows the list on this screen, and so its file. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly title?: string;
}

/** All that a list shows, and all that follows, as one file in each format that it has. */
export function RegisterFiles({ report, query, title = 'Export' }: RegisterFilesProps) {
  const { path, text, formats } = traitsOf(report);
  const files = useFiles();
  const start = (format: Format) =>
    files.start({
      path,
      query: { ...textsOf(query), format, whole: 'true' },
      title: `${text}, ${FORMATS[format].text}`,
    });
  return (
    <Panel title={title}>
      <FormatButtons formats={formats} start={start} />
      <FileList files={files} />
    </Panel>
  );
}

/** A file has no page and no order of one: the rest is what narrows it. */
const OF_PAGES = new Set(['limit', 'cursor', 'sort', 'expand']);

function textsOf(query: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([name, value]) => value !== undefined && !OF_PAGES.has(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  );
}
