import { Button, Progress } from '@mantine/core';
import { Problem } from '../display/problem.tsx';
import { Status } from '../display/status.tsx';
import { BackgroundExport } from './background-export.tsx';
import { formatBytes } from './file-names.ts';
import classes from './files.module.css';
import type { FileJob, Files } from './use-files.ts';

/** The files that were asked for on this screen, newest first, each with where it is. */
export function FileList({ files: { jobs, start, stop } }: { readonly files: Files }) {
  if (jobs.length === 0) return null;
  return (
    <ul className={classes.jobs} aria-label="Files" aria-live="polite">
      {jobs.map((job) => (
        <li key={job.key}>
          <p className={classes.title}>{job.request.title}</p>
          <JobState job={job} onStop={() => stop(job.key)} onRetry={() => start(job.request)} />
        </li>
      ))}
    </ul>
  );
}

interface JobStateProps {
  readonly job: FileJob;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}

function JobState({ job: { state, request }, onStop, onRetry }: JobStateProps) {
  switch (state.kind) {
    case 'asked':
    case 'arriving':
      return (
        <div className={classes.progress}>
          <span>
            {state.kind === 'asked' ? 'Being prepared' : `${formatBytes(state.bytes)} received`}
          </span>
          <Progress
            aria-label={`Progress of ${request.title}`}
            value={percentOf(state)}
            animated={state.kind === 'asked'}
          />
          <Button size="compact-xs" variant="default" onClick={onStop}>
            Stop
          </Button>
        </div>
      );
    case 'saved':
      return (
        <p>
          <Status state="ok" text="saved" /> <code>{state.fileName}</code>{' '}
          <span className={classes.quiet}>{formatBytes(state.bytes)}</span>
        </p>
      );
    case 'background':
      return <BackgroundExport id={state.id} />;
    case 'stopped':
      return (
        <p>
          <Status state="stopped" /> Nothing was saved.{' '}
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            Ask again
          </Button>
        </p>
      );
    case 'failed':
      return <Problem error={state.error} onRetry={onRetry} />;
    default:
      return state satisfies never;
  }
}

/** Of what arrives without its length only the bytes are known. */
function percentOf(
  state: Extract<FileJob['state'], { readonly kind: 'asked' | 'arriving' }>,
): number {
  if (state.kind === 'asked' || state.whole === null) return 100;
  return Math.min(100, (state.bytes / state.whole) * 100);
}
