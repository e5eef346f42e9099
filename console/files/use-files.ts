import type { components } from '@sluice/client';
import { useCallback, useRef, useState } from 'react';
import { useClient } from '../api/client.tsx';
import { receiveFile, saveFile } from './receive.ts';
import type { FileRequest } from './reports.ts';

/** Where a file is: on its way, saved, handed over to a writer in the background, stopped, or failed with its reason. */
export type FileState =
  | { readonly kind: 'asked' }
  | { readonly kind: 'arriving'; readonly bytes: number; readonly whole: number | null }
  | { readonly kind: 'saved'; readonly fileName: string; readonly bytes: number }
  | { readonly kind: 'background'; readonly id: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface FileJob {
  readonly key: number;
  readonly request: FileRequest;
  readonly state: FileState;
}

export interface Files {
  /** Newest first. */
  readonly jobs: readonly FileJob[];
  readonly start: (request: FileRequest) => void;
  readonly stop: (key: number) => void;
}

/** Asks for files. One that is ready at once is saved; one that takes longer is written in the background. */
export function useFiles(): Files {
  const client = useClient();
  const [jobs, setJobs] = useState<readonly FileJob[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const next = useRef(0);

  const start = useCallback(
    (request: FileRequest) => {
      const key = next.current++;
      const controller = new AbortController();
      running.current.set(key, controller);
      const show = (state: FileState) =>
        setJobs((now) => now.map((job) => (job.key === key ? { ...job, state } : job)));
      setJobs((now) => [{ key, request, state: { kind: 'asked' } }, ...now]);
      // The query fits its path: requestOf composes both of the same report.
      const download = client.download as (path: string, input: object) => Promise<Response>;
      void fetchFile(
        () => download(request.path, { query: request.query, signal: controller.signal }),
        request,
        show,
      )
        .then(show)
        .catch((error: unknown) =>
          show(controller.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', error }),
        )
        .finally(() => running.current.delete(key));
    },
    [client],
  );
  const stop = useCallback((key: number) => running.current.get(key)?.abort(), []);
  return { jobs, start, stop };
}

/** The response says that a writer in the background has taken it over. */
const TAKEN_OVER = 202;

async function fetchFile(
  ask: () => Promise<Response>,
  { title }: FileRequest,
  show: (state: FileState) => void,
): Promise<FileState> {
  const response = await ask();
  if (response.status === TAKEN_OVER) {
    const { id } = (await response.json()) as components['schemas']['Export'];
    return { kind: 'background', id };
  }
  const fallbackName = title.replaceAll(/[^A-Za-z0-9]+/g, '-');
  const file = await receiveFile(response, fallbackName, (bytes, whole) =>
    show({ kind: 'arriving', bytes, whole }),
  );
  saveFile(file);
  return { kind: 'saved', fileName: file.fileName, bytes: file.content.size };
}
