import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { DownloadIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client.tsx';
import { Problem } from '../../display/problem.tsx';
import { saveFile } from '../../files/receive.ts';
import { useTenant } from '../../session/person.tsx';
import type { queryOfFilters } from './audit-query.ts';
import { wholeCsv } from './whole-csv.ts';

interface ExportLogProps {
  /** The filters of the screen: the file has what they leave, and all of it. */
  readonly query: ReturnType<typeof queryOfFilters>;
}

/** All entries that match, as a CSV file. */
export function ExportLog({ query }: ExportLogProps) {
  const client = useClient();
  const tenant = useTenant();
  const [pages, setPages] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setPages(0);
      const parts = await wholeCsv(
        (page) => client.download('/v1/audit', { query: { ...query, ...page } }),
        setPages,
      );
      saveFile({
        fileName: `audit-${tenant}-${new Date().toISOString().slice(0, 10)}.csv`,
        content: new Blob([...parts], { type: 'text/csv' }),
      });
    },
    onSuccess: () =>
      notifications.show({ title: 'Exported', message: 'The file has every entry that matches.' }),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<DownloadIcon size={14} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export CSV
      </Button>
      {download.isPending && pages > 1 && <span role="status">page {pages}</span>}
      {download.error !== null && !download.isPending && <Problem error={download.error} />}
    </>
  );
}
