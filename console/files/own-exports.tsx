import type { components } from '@sluice/client';
import { useRead } from '../api/use-read.ts';
import { Empty } from '../display/empty.tsx';
import { Loaded } from '../display/loaded.tsx';
import { Status } from '../display/status.tsx';
import { useTimeZone } from '../display/time-zone.tsx';
import { When } from '../display/when.tsx';
import { BackgroundExport } from './background-export.tsx';
import { exportTitle } from './export-title.ts';
import classes from './files.module.css';

/** Milliseconds between two looks: what is being written is looked at by itself, more often. */
const LIST_MS = 10_000;

/** What this person had written in the background, from whichever browser. `except`: those that stand elsewhere on the screen. */
export function OwnExports({ except }: { readonly except: ReadonlySet<string> }) {
  const { reporting } = useTimeZone();
  const exports = useRead('/v1/exports', {}, { everyMs: LIST_MS });
  return (
    <Loaded query={exports} lines={2}>
      {({ items, more }) => {
        const shown = items.filter(({ id }) => !except.has(id));
        if (shown.length === 0) {
          return (
            <Empty title="Nothing was written in the background in the last 7 days">
              The browser saves a file that is ready within a few seconds. A larger one stands here
              for a week.
            </Empty>
          );
        }
        return (
          <>
            <ul className={classes.jobs} aria-label="Written in the background">
              {shown.map((each) => (
                <li key={each.id}>
                  <p className={classes.title}>
                    {exportTitle(each, reporting)}{' '}
                    <span className={classes.quiet}>
                      asked for <When at={each.requestedAt} />
                    </span>
                  </p>
                  <State listed={each} />
                </li>
              ))}
            </ul>
            {more && <p className={classes.quiet}>Older ones are not listed.</p>}
          </>
        );
      }}
    </Loaded>
  );
}

/** Why there is no file stands in the list; a file that is there, or on its way, is asked for by itself. */
function State({
  listed: { id, failure },
}: {
  readonly listed: components['schemas']['ListedExport'];
}) {
  if (failure === undefined) return <BackgroundExport id={id} />;
  return (
    <p>
      <Status state="failed" tone="bad" /> {failure.message}
    </p>
  );
}
