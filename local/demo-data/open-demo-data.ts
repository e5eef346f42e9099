import { VARIABLES } from '../../runtime/environment/names.ts';
import type { LocalModel } from '../assembly/model.ts';
import type { Engine } from '../engine/engine.ts';
import type { LocalKms } from '../kms/kms.ts';
import { localSeals } from '../kms/local-seals.ts';
import type { StackOptions } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import type { Service } from '../service/service.ts';
import { firstTenantOf, type TreasuryTables, variableOf } from '../treasury-tables.ts';
import { type BegunHistory, beginHistory, type FillSettings, fillWithDemoData } from './fill.ts';
import { ItemsProcess } from './items-process.ts';
import type { ItemsPart, ItemsWanted, MakeItems } from './items-wanted.ts';
import { type Marker, readMarker } from './marker.ts';
import { writingByClient, writingByEngine } from './write-items.ts';

/**
 * Begins to compute the history of a stack that certainly needs one, beside the rest of its start: null where its program
 * has not begun, and the history of a store that turns out to have none begins later.
 */
export function beginEarly(
  model: LocalModel,
  { sandbox }: Pick<Service, 'sandbox'>,
  items: ItemsProcess | null,
): BegunHistory | null {
  if (items === null || sandbox === null) return null;
  const make: MakeItems = (wanted) => items.make(wanted);
  return beginHistory({
    ...settingsOf(model),
    ...{ tenant: firstTenantOf(model), sandbox, now: Date.now(), make },
  });
}

/**
 * Made-up history for a stack that begins with nothing: only with the built-in sandbox, only if the person did not
 * say --no-demo or --live, and never again once there is history of any kind. Returns the history; null if there is
 * none.
 */
export async function openDemoData(
  { demoData, live }: Pick<StackOptions, 'demoData' | 'live'>,
  stack: {
    readonly model: LocalModel;
    readonly runtime: Pick<Runtime, 'passOver' | 'dynamo'>;
    readonly engine: Pick<Engine, 'call'>;
    readonly service: Pick<Service, 'sandbox'>;
    readonly tables: TreasuryTables;
    readonly kms: LocalKms;
    /** What `beginEarly` has begun. */
    readonly begunEarly: BegunHistory | null;
    /** Called if history is made up now, which takes seconds. */
    readonly begun: () => void;
  },
): Promise<Marker | null> {
  const { model, runtime, engine, tables, begunEarly } = stack;
  const { sandbox } = stack.service;
  if (sandbox === null) return null;
  const found = await readMarker(tables.ledgerTable, tables.tenant);
  // An unfinished history is finished, whatever this start says: half of a history is none.
  const isBegun = found !== null && !found.isComplete;
  if (!isBegun && (!demoData || live)) return found;
  return await fillWithDemoData({
    ...settingsOf(model),
    ...{ tenant: tables.tenant, tables, sandbox, begunEarly },
    make: madeByItsProcess,
    readings: localSeals(stack.kms, [variableOf(model, VARIABLES.readingKey)]),
    write: engine.call === null ? writingByClient(runtime.dynamo) : writingByEngine(engine.call),
    now: Date.now(),
    begun: stack.begun,
    passOver: () => runtime.passOver(),
  });
}

async function* madeByItsProcess(wanted: ItemsWanted): AsyncGenerator<ItemsPart> {
  const items = new ItemsProcess();
  try {
    yield* items.make(wanted);
  } finally {
    items.stop();
  }
}

function settingsOf(model: LocalModel): FillSettings {
  return {
    reportingCurrency: variableOf(model, VARIABLES.reportingCurrency),
    reportingTimeZone: variableOf(model, VARIABLES.reportingTimeZone),
    statementGraceHours: Number.parseInt(variableOf(model, VARIABLES.statementGraceHours), 10),
  };
}
