import { actorName, askedBy, type Instruction, personName } from '../approving/instruction.ts';

/** Who did what about an instruction, in the order in which it was done: for its print. */
export interface Deed {
  readonly did: string;
  readonly name: string;
  readonly at?: string;
}

export function peopleOf(instruction: Instruction): readonly Deed[] {
  const { names, createdAt, origin, status, settlement } = instruction;
  const asked = origin.kind === 'sweep' ? 'Decided by' : 'Asked for by';
  const said =
    settlement === undefined
      ? []
      : [{ did: 'First word by', name: personName(names, settlement.by), at: settlement.at }];
  return [
    { did: asked, name: askedBy(instruction, names), at: createdAt },
    ...approvals(instruction),
    ...said,
    ...endedBy(status).map((by) => ({
      ...{ did: ENDED[status.state] ?? 'Settled by', name: personName(names, by), at: status.at },
    })),
  ];
}

/** From the state while it has them; from the history once it was sent. */
function approvals({ status, history, names }: Instruction): readonly Deed[] {
  const did = 'Approved by';
  if ('approvals' in status && status.approvals !== undefined) {
    return status.approvals.map(({ by, at }) => ({ did, name: personName(names, by), at }));
  }
  const approved = history.findLast(({ state }) => state === 'approved');
  if (approved === undefined) return [];
  return (approved.by ?? []).map((by) => ({ did, name: actorName(names, by), at: approved.at }));
}

const ENDED: Readonly<Partial<Record<Instruction['status']['state'], string>>> = {
  declined: 'Declined by',
};

function endedBy(status: Instruction['status']): readonly string[] {
  if (status.state === 'declined') return [status.by];
  if (status.state === 'released') return status.by;
  if (status.state !== 'confirmed' || status.confirmation.kind !== 'settled') return [];
  return status.confirmation.by;
}
