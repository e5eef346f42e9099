import { useState } from 'react';
import { useRead } from '../api/use-read.ts';
import { type Instruction, type InstructionList, personName } from '../approving/instruction.ts';
import { whatMoves } from '../approving/texts.ts';
import { Unsent } from '../deciding/unsent.tsx';
import { useDecision } from '../deciding/use-decision.ts';
import { Lines, Loaded } from '../display/loaded.tsx';
import { peopleOf } from '../instructions/people.ts';
import { Panel } from '../layout/page.tsx';
import { PrintedRecord } from '../printing/printed-record.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { KnownPanel } from './known-panel.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { SaidPanel } from './said-panel.tsx';
import { saying, type Word } from './say-word.ts';
import { SettleForm } from './settle-form.tsx';
import { isUnsettled, settlementBasis } from './settlement.ts';
import { useInstruction } from './use-instruction.ts';

interface SettlingCaseProps {
  readonly list: InstructionList;
  readonly id: string;
}

/** An outcome that is not known: what is known, what the balances say, what the other person said, and the word. */
export function SettlingCase({ list, id }: SettlingCaseProps) {
  const query = useInstruction(list, id);
  // What this person said begins a new look: their own word is no change that they have to be shown.
  const [round, setRound] = useState(0);
  const next = () => setRound((before) => before + 1);
  return (
    <Loaded query={query} lines={12}>
      {() => <Case key={`${id} ${round}`} list={list} id={id} query={query} onDone={next} />}
    </Loaded>
  );
}

interface CaseProps extends SettlingCaseProps {
  readonly query: ReturnType<typeof useInstruction>;
  readonly onDone: () => void;
}

function Case({ list, id, query, onDone }: CaseProps) {
  const form = `settle:${id}`;
  const inbox = useRead('/v1/inbox', { query: { kind: 'settlement' } }).data?.data;
  const deciding = useDecision<'say', Word | null, Instruction>({
    ...{ form, query, basisOf: settlementBasis },
    send: saying(list, id),
  });
  const instruction = deciding.shown;
  if (instruction === undefined) return <Lines count={12} />;
  const { evidence, names, content } = instruction;
  return (
    <>
      <KnownPanel instruction={instruction} />
      {(evidence !== undefined || isUnsettled(instruction)) && (
        <EvidencePanel evidence={evidence} />
      )}
      <SaidPanel instruction={instruction} />
      {isUnsettled(instruction) ? (
        <div className="sluice-screen-only">
          <Panel title={`Settle ${whatMoves(content)}`}>
            <SettleForm
              key={settlementBasis(instruction)}
              form={form}
              list={list}
              instruction={instruction}
              deciding={deciding}
              whyNot={inbox?.items.find((each) => each.id === id)?.whyNot ?? null}
              nameOf={(person) => personName(names ?? inbox?.names, person)}
              onDone={onDone}
            />
          </Panel>
        </div>
      ) : (
        <>
          <OutcomePanel instruction={instruction} />
          <Unsent form={form} />
        </>
      )}
      <PrintedRecord digest={evidence?.digest ?? null} people={peopleOf(instruction)} />
    </>
  );
}
