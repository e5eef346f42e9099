import type { SluiceClient } from '@sluice/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../api/use-read.ts';
import { useRead } from '../api/use-read.ts';
import { useNow } from '../display/use-now.ts';
import { usePerson } from '../session/person.tsx';
import { Agreement } from './agreement.tsx';
import { DecisionDialog, type DecisionSending } from './decision-dialog.tsx';
import { instructionDifferences } from './differences.ts';
import { type Instruction, listOf } from './instruction.ts';
import { takesRecentSignIn } from './recent-sign-in.ts';
import { afterDecision, whatMoves } from './texts.ts';
import { type Act, whyNot } from './who-may.ts';

const TITLES: Readonly<Record<Act, string>> = {
  approve: 'Approve',
  decline: 'Decline',
  cancel: 'Cancel',
};

interface InstructionDecisionProps {
  readonly act: Act;
  /** The withdrawal or the trade, as its own route reads it. */
  readonly query: UseQueryResult<Answer<Instruction>>;
  readonly onClose: () => void;
}

/** Approves, declines or cancels a withdrawal or a trade that has not been sent. */
export function InstructionDecision({ act, query, onClose }: InstructionDecisionProps) {
  const person = usePerson();
  const now = useNow();
  const controls = useRead('/v1/controls').data?.data;
  const id = query.data?.data.id ?? '';
  return (
    <DecisionDialog<Instruction>
      title={TITLES[act]}
      onClose={onClose}
      query={query}
      basisOf={basisOf}
      differences={instructionDifferences}
      whyNot={(instruction) => whyNot(act, instruction, person, now)}
      takesRecentSignIn={(instruction) =>
        act === 'approve' && takesRecentSignIn(instruction, controls)
      }
      button={({ content }) => `${TITLES[act]} ${whatMoves(content)}`}
      {...(act !== 'approve' && { color: 'red' })}
      draft={`${act}:${id}`}
      isCommentRequired={act !== 'approve'}
      send={(sending) => SENDERS[act](sending)}
      recorded={afterDecision}
    >
      {(instruction) => <Agreement instruction={instruction} />}
    </DecisionDialog>
  );
}

/** The digest of the content, which stays as it is while other people approve it. */
function basisOf({ contentDigest, status }: Instruction): string {
  return contentDigest ?? status.state;
}

type Sender = (sending: DecisionSending<Instruction>) => Promise<Instruction>;

const SENDERS: Readonly<Record<Act, Sender>> = {
  approve: async ({ client, seen, etag, comment }) => {
    const input = {
      path: { id: seen.id },
      ifMatch: etag,
      body: comment === '' ? {} : { comment },
    };
    return listOf(seen) === 'trades'
      ? (await client.post('/v1/trades/{id}/approve', input)).data
      : (await client.post('/v1/withdrawals/{id}/approve', input)).data;
  },
  decline: ({ client, seen, comment }) => refuse(client, seen, 'decline', comment),
  cancel: ({ client, seen, comment }) => refuse(client, seen, 'cancel', comment),
};

async function refuse(
  client: SluiceClient,
  seen: Instruction,
  act: 'decline' | 'cancel',
  comment: string,
): Promise<Instruction> {
  const input = { path: { id: seen.id }, body: { comment } };
  return listOf(seen) === 'trades'
    ? (await client.post(`/v1/trades/{id}/${act}`, input)).data
    : (await client.post(`/v1/withdrawals/{id}/${act}`, input)).data;
}
