import { Button, Modal, SegmentedControl } from '@mantine/core';
import type { SluiceClient } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client.tsx';
import type { Answer } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { useMay, usePerson, useTenant } from '../../session/person.tsx';
import { whyNotClosed } from './deciding.ts';
import { ManyForm } from './many-form.tsx';
import { ManyOutcome } from './many-outcome.tsx';
import { ManySet } from './many-set.tsx';
import type { BreakSet, DecidedBreaks, Decision, SelectedBreaks } from './types.ts';

interface ManyBreaksProps {
  /** Null while no decision is being made. */
  readonly set: BreakSet | null;
  readonly close: () => void;
  /** The set was decided about: nothing of it is selected any more. */
  readonly onDecided: () => void;
}

/** One decision about several breaks: it rests on the set as it was read when this opened. */
export function ManyBreaks({ set, close, onDecided }: ManyBreaksProps) {
  return (
    <Modal
      opened={set !== null}
      onClose={close}
      title="Decide about several breaks"
      size="xl"
      centered
    >
      {set !== null && <Deciding set={set} close={close} onDecided={onDecided} />}
    </Modal>
  );
}

interface DecidingProps extends Omit<ManyBreaksProps, 'set'> {
  readonly set: BreakSet;
}

function Deciding({ set, close, onDecided }: DecidingProps) {
  const may = useMay();
  const me = usePerson();
  const [decision, setDecision] = useState<Decision>(may('explainBreaks') ? 'explain' : 'close');
  const [decided, setDecided] = useState<DecidedBreaks | null>(null);
  const selected = useSelected(set);
  if (decided !== null) return <ManyOutcome decided={decided} close={close} />;
  return (
    <Loaded query={selected} lines={6}>
      {(found, { etag }) => {
        const kept = found.items.filter((each) => whyNotClosed(each, me.id) !== null);
        return (
          <div className={parts.stack}>
            <ManySet found={found} />
            <SegmentedControl
              aria-label="Decision"
              data={[
                { value: 'explain', label: 'Explain', disabled: !may('explainBreaks') },
                { value: 'close', label: 'Close', disabled: !may('closeBreaks') },
              ]}
              value={decision}
              onChange={(chosen) => setDecision(chosen === 'close' ? 'close' : 'explain')}
            />
            {decision === 'close' && kept.length > 0 && (
              <p className={parts.quiet}>
                {kept.length} of them cannot be closed by you and stay as they are: they have no
                explanation of a person yet, or went out and were explained by you.
              </p>
            )}
            <ManyForm
              set={set}
              etag={etag}
              count={found.items.length}
              decision={decision}
              lookAgain={() => void selected.refetch()}
              onDecided={(outcome) => {
                setDecided(outcome);
                onDecided();
              }}
            />
            <div>
              <Button variant="subtle" size="compact-sm" onClick={close}>
                Leave them as they are
              </Button>
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

/** The set with the ETag that a decision about it names. Read once: what is decided about stays what was looked at. */
function useSelected(set: BreakSet) {
  const client = useClient();
  const tenant = useTenant();
  return useQuery({
    queryKey: ['set of breaks', tenant, set],
    queryFn: ({ signal }) => select(client, set, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

async function select(
  client: SluiceClient,
  body: BreakSet,
  signal: AbortSignal,
): Promise<Answer<SelectedBreaks>> {
  const { data, etag } = await client.post('/v1/breaks/select', { body, signal });
  return { data, etag };
}
