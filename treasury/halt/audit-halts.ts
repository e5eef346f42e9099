import { appendToChain } from '../audit/audit-entry.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { marksOf } from '../policy/halt-marks.ts';
import { type HaltAct, type HaltState, MAX_UNAUDITED } from '../policy/halt-state.ts';
import type { Effects } from '../ports/effects.ts';

/** Halts put on record in one go at most: all that can wait, each tried a few times if others write. */
const MAX_ROUNDS = 3 * (MAX_UNAUDITED + 1);

export interface AuditHaltsPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<Ledger, 'readHalt' | 'readAuditHead' | 'commit'>;
}

/**
 * Puts the waiting halts into the audit log, oldest first. A halt does not wait for the audit log: the function that
 * halted tries this right after, and the watchdog makes up for failures. Returns how many were put there.
 */
export async function auditHalts(ports: AuditHaltsPorts, tenant: string): Promise<number> {
  let audited = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const halt = await ports.ledger.readHalt(tenant);
    const changes = dropOfRepeated(halt) ?? (await changesFor(ports, tenant, halt));
    if (changes === null) return audited;
    const { ok } = await ports.ledger.commit(tenant, changes);
    if (ok && changes.some(({ kind }) => kind === 'append-audit')) audited += 1;
  }
  return audited;
}

/**
 * A halt whose response was lost is written again by the store's client, and waits twice: the log takes the later one
 * alone. Null if the oldest waits once.
 */
function dropOfRepeated({ unaudited }: HaltState): readonly LedgerWrite[] | null {
  const [oldest] = unaudited;
  if (oldest === undefined) return null;
  const againAt = unaudited.findLastIndex(({ id }) => id === oldest.id);
  if (againAt === 0) return null;
  return [{ kind: 'halt-audited', audited: { actId: oldest.id, againAt } }];
}

/** Null if nothing waits. */
async function changesFor(
  ports: AuditHaltsPorts,
  tenant: string,
  halt: HaltState,
): Promise<readonly LedgerWrite[] | null> {
  const {
    unaudited: [oldest],
    unkept,
  } = halt;
  if (oldest === undefined && unkept === 0) return null;
  const head = await ports.ledger.readAuditHead(tenant);
  return oldest === undefined
    ? [
        { kind: 'append-audit', entry: appendToChain(head, factOfUnkept(unkept, ports.now())) },
        { kind: 'halt-audited', audited: { unkept } },
        ...marked(halt, {}),
      ]
    : [
        { kind: 'append-audit', entry: appendToChain(head, factOf(oldest)) },
        { kind: 'halt-audited', audited: { actId: oldest.id } },
        ...marked(halt, oldest),
      ];
}

/** The function that halted may have died before it was marked. */
function marked(halt: HaltState, act: Pick<HaltAct, 'currency'>): readonly LedgerWrite[] {
  return marksOf(halt, act).map((mark) => ({ kind: 'mark-halt', mark }));
}

function factOf(act: HaltAct) {
  const { at, by, requestId, currency } = act;
  const why = 'comment' in act ? { comment: act.comment } : { found: act.found };
  const halted = currency === undefined ? why : { ...why, currency };
  return { at, by, action: 'halt', subject: 'halt', requestId, before: null, after: halted };
}

function factOfUnkept(halts: number, at: string) {
  // Too many waited for the audit log: of these the comments were not kept.
  const after = { halts };
  return {
    at,
    by: 'sluice',
    action: 'halt',
    subject: 'halt',
    requestId: 'halt',
    before: null,
    after,
  };
}
