import type { PolicyLedger } from '../../treasury/changes/ports.ts';
import type { FeedReading, FeedWriting } from '../../treasury/events/feed-ports.ts';
import type { KeepForecastPorts } from '../../treasury/forecast/keep-forecast.ts';
import type { FindPorts } from '../../treasury/inbox/find-waiting.ts';
import type { KeptForecast } from '../../treasury/ledger/kept-forecast.ts';
import type { ControlsReader, Ledger } from '../../treasury/ledger/ledger.ts';
import type { History } from '../../treasury/preview/history.ts';
import type { FlowLedger, Readings } from '../../treasury/reconciliation/ports.ts';
import type { Series } from '../../treasury/series/ports.ts';
import type { Snapshots } from '../../treasury/snapshots/ports.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { SpanStore } from '../../treasury/spans/ports.ts';
import type { FrozenStatements } from '../../treasury/statements/freeze-months.ts';
import { EventFeedInMemory, eventFeedIn } from './event-feed-in-memory.ts';
import { historyIn } from './history-in-memory.ts';
import { InOrder } from './in-order.ts';
import { LedgerInMemory } from './ledger-in-memory.ts';
import { flowsIn, ledgerIn, policyLedgerIn } from './ledger-ports.ts';
import { LedgerState } from './ledger-state.ts';
import { notesIn, type WatchdogNotes } from './notes-in-memory.ts';
import { SeriesInMemory, seriesIn } from './series-in-memory.ts';
import { readingsIn, SnapshotsInMemory, snapshotsIn } from './snapshots-in-memory.ts';
import { SpansInMemory, spansIn } from './spans-in-memory.ts';
import { StatementsInMemory, statementsIn } from './statements-in-memory.ts';
import { waitingIn } from './waiting-in-memory.ts';

/** What a store is to the treasury: docs/another-database.md says what each of them must do. */
export interface StorePorts {
  readonly ledger: Ledger & ControlsReader;
  readonly policyLedger: PolicyLedger;
  readonly flows: FlowLedger;
  readonly waiting: Omit<FindPorts['waiting'], 'webhooks'>;
  readonly snapshots: Snapshots;
  readonly readings: Readings<SnapshotTaken>;
  readonly history: History;
  readonly spans: SpanStore;
  readonly series: Series;
  readonly feed: FeedWriting & FeedReading;
  readonly forecasts: KeepForecastPorts['forecasts'];
  readonly statements: FrozenStatements;
  readonly notes: WatchdogNotes;
}

/** How this store differs from one to the next; the defaults are those of the deployment. */
export interface MemorySettings {
  /** Whether snapshots expire. */
  readonly expires?: boolean;
  /** Parts of runs that one fold of the spans takes. */
  readonly maxRunsOfFold?: number;
}

/** The store in memory: one implementation of the ports of `treasury/`, for every tenant that asks. */
export class MemoryStore {
  readonly epoch: string;
  readonly ports: StorePorts;
  readonly ledgerOf: (tenant: string) => LedgerInMemory;
  readonly snapshotsOf: (tenant: string) => SnapshotsInMemory;
  readonly spansOf: (tenant: string) => SpansInMemory;
  /** By day. */
  readonly forecastsOf: (tenant: string) => InOrder<KeptForecast>;

  constructor(epoch: string, { expires = false, maxRunsOfFold }: MemorySettings = {}) {
    this.epoch = epoch;
    this.ledgerOf = perTenant((tenant) => new LedgerInMemory(epoch, new LedgerState(tenant)));
    this.snapshotsOf = perTenant(() => new SnapshotsInMemory({ expires }));
    this.spansOf = perTenant(
      (tenant) => new SpansInMemory(this.ledgerOf(tenant).runs, maxRunsOfFold),
    );
    this.forecastsOf = perTenant(() => new InOrder<KeptForecast>());
    const ledgers = { epoch, of: this.ledgerOf };
    this.ports = {
      ledger: ledgerIn(ledgers),
      policyLedger: policyLedgerIn(ledgers),
      flows: flowsIn(ledgers),
      waiting: waitingIn(ledgers),
      snapshots: snapshotsIn(this.snapshotsOf),
      readings: readingsIn(this.snapshotsOf),
      history: historyIn(ledgers, this.snapshotsOf),
      spans: spansIn(this.spansOf),
      series: seriesIn(perTenant(() => new SeriesInMemory())),
      feed: eventFeedIn(
        () => epoch,
        perTenant(() => new EventFeedInMemory()),
      ),
      forecasts: forecastsIn(this.forecastsOf),
      statements: statementsIn(
        perTenant((tenant) => new StatementsInMemory(this.ledgerOf(tenant))),
      ),
      notes: notesIn(perTenant),
    };
  }
}

function forecastsIn(
  of: (tenant: string) => InOrder<KeptForecast>,
): KeepForecastPorts['forecasts'] {
  return {
    read: async (tenant, day) => of(tenant).get(day) ?? null,
    put: async (kept) => {
      const days = of(kept.tenant);
      if (days.has(kept.day)) return false;
      days.set(kept.day, kept);
      return true;
    },
  };
}

/** Each tenant's own, made when it is first asked for. */
function perTenant<T>(make: (tenant: string) => T): (tenant: string) => T {
  const made = new Map<string, T>();
  return (tenant) => {
    const known = made.get(tenant) ?? make(tenant);
    made.set(tenant, known);
    return known;
  };
}
