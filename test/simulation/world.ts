import type { Coverage } from './coverage.ts';
import type { FaultProfile } from './fault-profile.ts';
import type { Invocation } from './invocation.ts';
import type { Oracle } from './oracle/oracle.ts';
import type { Random } from './random.ts';
import type { ReleasesOfProcesses } from './release.ts';
import type { Scheduler } from './scheduler.ts';
import type { SecretStore } from './secret-store.ts';
import type { Refusals } from './service/refusals.ts';
import type { SimulatedService } from './service/service.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { SimulatedTable } from './table.ts';
import type { Trace } from './trace.ts';

export { TENANT } from './tenant.ts';

/** Everything a world is made of; handed to whatever acts in it. */
export interface World {
  readonly random: Random;
  /** The chance of answers to trades in other shapes; null: they are answered as ever. */
  readonly retold: Random | null;
  /** The chance that the service sends money elsewhere; null: it never does. */
  readonly elsewhere: Random | null;
  /** The chance of how the service tells what it tells, apart from what becomes of it. */
  readonly tellings: Random;
  readonly scheduler: Scheduler;
  readonly trace: Trace;
  readonly coverage: Coverage;
  readonly oracle: Oracle;
  readonly service: SimulatedService;
  readonly secrets: SecretStore;
  readonly snapshots: SnapshotStore;
  /** Null: the service refuses nothing for long. */
  refusals: Refusals | null;
  /** Whether the key of readings can be reached, drawn apart: worlds of before it was there stay as they are. */
  readonly readingKey: Random;
  /** Who runs, frozen ones included. */
  readonly running: Set<Invocation>;
  faultProfile: FaultProfile;
  /** Null: one release runs, as ever. */
  releases: ReleasesOfProcesses | null;
  /** The table that the functions are deployed with; another one after a restore. */
  table: SimulatedTable;
  /** Seconds after which the service may still execute what it received. */
  readonly lateExecutionBoundSeconds: number;
  readonly startMs: number;
  /** Changes in one part of a run: few, so that deliveries fall between the parts. */
  readonly maxChangesOfPart: number;
}
