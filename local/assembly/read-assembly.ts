import type { Place } from './assembly-error.ts';
import { refused } from './assembly-error.ts';
import { readCloudAssembly } from './cloud-assembly.ts';
import { LocatedResources } from './located-resources.ts';
import type { LocalModel } from './model.ts';
import { readAccount } from './read-account.ts';
import { readApis } from './read-api.ts';
import { readBuckets, readQueues, readSecrets, readTables } from './read-data.ts';
import { readEventBuses, readEventRules } from './read-event-rules.ts';
import { readDeliveries, readSchedules } from './read-events.ts';
import { readFunctions } from './read-functions.ts';
import { readUserPools } from './read-identity.ts';
import { type Support, supportOf } from './resource-types.ts';

/**
 * Reads a synthesised assembly into what this machine serves.
 * @throws LocalStackError naming the first thing in it that cannot be served.
 */
export function readAssembly(folder: string): LocalModel {
  const resources = new LocatedResources(readCloudAssembly(folder));
  const places = resources.places();
  for (const place of places) {
    if (supportOf(place.type) === 'unknown') throw refused(place, 'is not served locally');
  }
  const functions = readFunctions(resources);
  const tables = readTables(resources);
  const eventBuses = readEventBuses(resources);
  const { rules, notServed } = readEventRules(resources, functions, eventBuses);
  return {
    functions,
    tables,
    deliveries: readDeliveries(resources, functions, tables),
    schedules: readSchedules(resources, functions),
    eventBuses,
    eventRules: rules,
    apis: readApis(resources, functions),
    secrets: readSecrets(resources),
    queues: readQueues(resources),
    buckets: readBuckets(resources),
    userPools: readUserPools(resources),
    account: readAccount(resources),
    nothingNeeded: typesThatAre('nothing-needed', places),
    notServed: [...typesThatAre('not-served', places), ...notServed],
  };
}

function typesThatAre(support: Support, places: readonly Place[]): readonly string[] {
  const types = places.map(({ type }) => type).filter((type) => supportOf(type) === support);
  return [...new Set(types)].sort();
}
