import type { Flow } from '../ledger/flow.ts';
import type { FlowLedger } from '../reconciliation/ports.ts';
import { type Instant, justBefore, plusSeconds } from '../time/instant.ts';
import type { Statement } from './statement.ts';

/** An executed instruction is recorded within minutes of its claim, before which no balance shows a part of it. */
const RECORDED_WITHIN_SECONDS = 86_400;

/** How many parts of an instruction the statement before shows in the month of UTC in which a flow is. */
export type PartsBefore = (flow: Flow, instructionId: string) => number;

/**
 * A movement's reference is made of the month of its snapshot in UTC, and parts of one instruction are counted in it. Where
 * a month of another zone begins within a month of UTC, the parts that the statement before shows are counted too: else the
 * first part after that midnight would have the reference of the first one before it. Of a frozen statement they are those
 * that it has, whatever was reconciled otherwise since; else those of today, read only where an instruction was under way
 * at the beginning.
 */
export async function partsBefore(
  ports: Pick<FlowLedger, 'movedBetween'>,
  tenant: string,
  from: Instant,
  flows: readonly Flow[],
  before: Pick<Statement, 'currencies'> | null,
): Promise<PartsBefore> {
  const month = monthOf(from);
  const known = before === null ? await partsOfToday(ports, tenant, from, flows) : partsIn(before);
  const parts = known.filter(({ snapshot }) => monthOf(snapshot) === month);
  return ({ snapshot, currency }, instructionId) =>
    monthOf(snapshot) !== month
      ? 0
      : parts.filter((each) => each.currency === currency && each.instructionId === instructionId)
          .length;
}

interface Part {
  readonly currency: string;
  readonly snapshot: Instant;
  readonly instructionId: string | null;
}

function partsIn({ currencies }: Pick<Statement, 'currencies'>): readonly Part[] {
  return currencies.flatMap(({ currency, movements }) =>
    movements.map(({ snapshot, instructionId }) => ({ currency, snapshot, instructionId })),
  );
}

async function partsOfToday(
  { movedBetween }: Pick<FlowLedger, 'movedBetween'>,
  tenant: string,
  from: Instant,
  flows: readonly Flow[],
): Promise<readonly Part[]> {
  const month = monthOf(from);
  const start: Instant = `${month}-01T00:00:00.000Z`;
  const wasUnderWay = flows.filter(
    ({ snapshot, movements }) =>
      start < from &&
      monthOf(snapshot) === month &&
      movements.some(({ at }) => at < plusSeconds(from, RECORDED_WITHIN_SECONDS)),
  );
  const currencies = [...new Set(wasUnderWay.map(({ currency }) => currency))];
  const read = currencies.map((each) => movedBetween(tenant, each, start, justBefore(from)));
  return (await Promise.all(read))
    .flat()
    .flatMap(({ currency, snapshot, movements }) =>
      movements.map(({ instructionId }) => ({ currency, snapshot, instructionId })),
    );
}

function monthOf(at: Instant): string {
  return at.slice(0, 'YYYY-MM'.length);
}
