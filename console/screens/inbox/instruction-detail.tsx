import { useState } from 'react';
import { Link } from 'react-router';
import { type ReadResult, useRead } from '../../api/use-read.ts';
import { Agreement } from '../../approving/agreement.tsx';
import { DecisionButtons } from '../../approving/decision-buttons.tsx';
import {
  addressOf,
  approvalsOf,
  askedBy,
  type Instruction,
  type InstructionList,
  personName,
} from '../../approving/instruction.ts';
import { InstructionDecision } from '../../approving/instruction-decision.tsx';
import { whatMoves } from '../../approving/texts.ts';
import type { Act } from '../../approving/who-may.ts';
import { capitalised } from '../../display/capitalised.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import { useTenant } from '../../session/person.tsx';
import { EarlierWithdrawals } from './earlier-withdrawals.tsx';
import classes from './inbox.module.css';

interface InstructionDetailProps {
  readonly list: InstructionList;
  readonly id: string;
}

/** A withdrawal or a trade that waits for approval. */
export function InstructionDetail({ list, id }: InstructionDetailProps) {
  const query = useInstruction(list, id);
  const [act, setAct] = useState<Act | null>(null);
  return (
    <Loaded query={query} lines={10}>
      {(instruction) => (
        <>
          <Waiting instruction={instruction} onAct={setAct} />
          {act !== null && (
            <InstructionDecision act={act} query={query} onClose={() => setAct(null)} />
          )}
        </>
      )}
    </Loaded>
  );
}

function useInstruction(list: InstructionList, id: string): ReadResult<'/v1/withdrawals/{id}'> {
  const isWithdrawal = list === 'withdrawals';
  const withdrawal = useRead('/v1/withdrawals/{id}', { path: { id } }, { isEnabled: isWithdrawal });
  const trade = useRead('/v1/trades/{id}', { path: { id } }, { isEnabled: !isWithdrawal });
  return isWithdrawal ? withdrawal : trade;
}

interface WaitingProps {
  readonly instruction: Instruction;
  readonly onAct: (act: Act) => void;
}

function Waiting({ instruction, onAct }: WaitingProps) {
  const tenant = useTenant();
  const { content, status, names, createdAt, contentDigest, id } = instruction;
  const moves = whatMoves(content);
  return (
    <Panel
      title={capitalised(moves)}
      aside={
        <span className={classes.aside}>
          <Status state={status.state} />
          <PrintButton />
        </span>
      }
    >
      <Agreement instruction={instruction} />
      <div className={`${classes.actions} sluice-screen-only`}>
        <DecisionButtons instruction={instruction} onAct={onAct} />
      </div>
      {content.kind === 'withdrawal' && (
        <EarlierWithdrawals accountId={content.withdrawalAccountId} except={id} />
      )}
      <PrintedRecord
        digest={contentDigest ?? null}
        people={[
          { did: 'Asked for by', name: askedBy(instruction, names), at: createdAt },
          ...approvalsOf(instruction).given.map(({ by, at }) => ({
            ...{ did: 'Approved by', name: personName(names, by), at },
          })),
        ]}
      />
      <p className="sluice-screen-only">
        <Link to={addressOf(tenant, instruction)}>Its whole history</Link>
      </p>
    </Panel>
  );
}
