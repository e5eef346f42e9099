import { tracesOfToken } from '../../canary/canary.ts';
import { tracesInFolder } from '../../canary/search-folder.ts';
import { tracesInTables } from '../../canary/search-tables.ts';
import { connectionTo } from '../machine/engine-process.ts';

/** Where the service's token is found: in what was said, in the files of the data, in any item. */
export async function tokenTraces(
  said: readonly string[],
  dataFolder: string,
  engine: string,
): Promise<readonly string[]> {
  return [
    ...said.flatMap((text) => tracesOfToken(text)),
    ...tracesInFolder(dataFolder),
    ...(await tracesInTables(connectionTo(engine))),
  ].map((trace) => `the token is found: ${trace}`);
}
