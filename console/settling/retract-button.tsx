import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Sending, useWrite } from '../api/use-write.ts';
import type { InstructionList } from '../approving/instruction.ts';
import { Problem } from '../display/problem.tsx';

interface RetractButtonProps {
  readonly list: InstructionList;
  readonly id: string;
  readonly onDone: () => void;
}

/** Takes one's own first word back, for as long as no other person has agreed. */
export function RetractButton({ list, id, onDone }: RetractButtonProps) {
  const retract = useWrite(async ({ client }: Sending<{ readonly id: string }>) => {
    const input = { path: { id } };
    if (list === 'withdrawals') await client.post('/v1/withdrawals/{id}/settle/retract', input);
    else await client.post('/v1/trades/{id}/settle/retract', input);
  }, `retract:${id}`);
  return (
    <>
      {retract.error !== null && <Problem error={retract.error} />}
      <Button
        className="sluice-screen-only"
        variant="default"
        loading={retract.isPending}
        onClick={() =>
          retract.mutate(
            { id },
            {
              onSuccess: () => {
                notifications.show({ title: 'Taken back', message: 'Your word no longer counts.' });
                onDone();
              },
            },
          )
        }
      >
        Take my word back
      </Button>
    </>
  );
}
