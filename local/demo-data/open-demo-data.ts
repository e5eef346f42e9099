import { VARIABLES } from '../../runtime/environment/names.ts';
import type { LocalModel } from '../assembly/model.ts';
import type { Engine } from '../engine/engine.ts';
import type { StackOptions } from '../options.ts';
import type { Runtime } from '../runtime.ts';
import type { Service } from '../service/service.ts';
import { type TreasuryTables, variableOf } from '../treasury-tables.ts';
import { type FillSettings, fillWithDemoData } from './fill.ts';
import { ItemsProcess } from './items-process.ts';
import { type Marker, readMarker } from './marker.ts';
import { writingByClient, writingByEngine } from './write-items.ts';

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
    /** Computes the history; null if that has not begun. */
    readonly items: ItemsProcess | null;
    /** Called if history is made up now, which takes seconds. */
    readonly begun: () => void;
  },
): Promise<Marker | null> {
  const { model, runtime, engine, tables, items } = stack;
  const { sandbox } = stack.service;
  if (sandbox === null) return null;
  const found = await readMarker(tables.ledgerTable, tables.tenant);
  // An unfinished history is finished, whatever this start says: half of a history is none.
  const isBegun = found !== null && !found.isComplete;
  if (!isBegun && (!demoData || live)) return found;
  let started = items;
  const making = (): ItemsProcess => {
    started ??= new ItemsProcess();
    return started;
  };
  try {
    return await fillWithDemoData({
      ...settingsOf(model),
      tables,
      sandbox,
      make: (wanted) => making().make(wanted),
      write: engine.call === null ? writingByClient(runtime.dynamo) : writingByEngine(engine.call),
      now: Date.now(),
      begun: stack.begun,
      passOver: () => runtime.passOver(),
    });
  } finally {
    started?.stop();
  }
}

function settingsOf(model: LocalModel): FillSettings {
  return {
    reportingCurrency: variableOf(model, VARIABLES.reportingCurrency),
    reportingTimeZone: variableOf(model, VARIABLES.reportingTimeZone),
    statementGraceHours: Number.parseInt(variableOf(model, VARIABLES.statementGraceHours), 10),
  };
}
