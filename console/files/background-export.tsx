import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../api/client.tsx';
import { useRead } from '../api/use-read.ts';
import { Identifier } from '../display/identifier.tsx';
import { Lines } from '../display/loaded.tsx';
import { Problem } from '../display/problem.tsx';
import { Status } from '../display/status.tsx';
import { When } from '../display/when.tsx';
import { formatBytes } from './file-names.ts';
import classes from './files.module.css';
import { follow } from './receive.ts';

/** Milliseconds between two looks at an export that is being written: what its answer asks for. */
const LOOK_MS = 3_000;

/** An export that is written in the background: how far it is, the file once it is there, or why there is none. */
export function BackgroundExport({ id }: { readonly id: string }) {
  const [isOver, setOver] = useState(false);
  const found = useRead(
    '/v1/exports/{id}',
    { path: { id } },
    { everyMs: LOOK_MS, isPolled: !isOver },
  );
  const { data, error, refetch } = found;
  const isWritten = data?.data.state === 'written';
  useEffect(() => setOver(isWritten || error !== null), [isWritten, error]);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Lines count={1} />;
  const state = data.data;
  if (state.state === 'writing') {
    return (
      <div className={classes.progress}>
        <span>
          Being written in the background, {formatBytes(state.bytes)} so far. You can leave this
          screen: it stands under Exports.
        </span>
        <Progress aria-label="Being written" value={100} animated />
      </div>
    );
  }
  return (
    <div>
      <p>
        <Status state="ok" text="ready" /> <code>{state.fileName}</code>{' '}
        <span className={classes.quiet}>
          {formatBytes(state.bytes)}, kept until <When at={state.expiresAt} as="minute" />
        </span>
      </p>
      <p className={classes.quiet}>
        SHA-256 <Identifier id={state.sha256} />
      </p>
      <DownloadButton id={id} fileName={state.fileName} />
    </div>
  );
}

/** The file's address is good for minutes: it is asked for when it is needed. */
function DownloadButton({ id, fileName }: { readonly id: string; readonly fileName: string }) {
  const client = useClient();
  const download = useMutation({
    mutationFn: async () => {
      const { data } = await client.get('/v1/exports/{id}', { path: { id } });
      if (data.state !== 'written') throw new Error('The export is being written again.');
      follow(data.address, data.fileName);
    },
  });
  return (
    <>
      <Button size="compact-sm" loading={download.isPending} onClick={() => download.mutate()}>
        Download {fileName}
      </Button>
      {download.error !== null && <Problem error={download.error} />}
    </>
  );
}
