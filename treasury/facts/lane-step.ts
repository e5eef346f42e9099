import * as z from 'zod/mini';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** A blocked request whose outcome two people settle, and what the first of them has said. */
const toSettle = () => ({
  kind: z.enum(['withdrawal', 'trade']),
  instructionId: z.string(),
  /** Set once a first person has said what became of it. */
  says: z.exactOptional(record(() => ({ by: z.string(), executed: z.boolean() }))),
  /** "Not executed" cannot be said before. */
  notBefore: z.exactOptional(instant),
});

export const laneStepSchema = z.discriminatedUnion('code', [
  /** It is called unknown where no outcome is recorded by then. */
  coded('wait-for-outcome', () => ({ until: instant })),
  /** A balance read after that, without an unexplained fall, frees it. */
  coded('wait-for-balance', () => ({ until: instant })),
  coded('settle-rejected', toSettle),
  coded('settle-unknown', toSettle),
  coded('settle-anomaly', toSettle),
  /** It stands in another ledger than the one it was armed in. */
  coded('rearm', () => ({ currency: z.string() })),
]);

/** What frees a blocked currency next. */
export type LaneStep = Stored<typeof laneStepSchema>;
