import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command, InvalidArgumentError } from 'commander';
import { createSeries } from '../../../adapters/store/series.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import { rebuildSeries } from '../../../treasury/series/rebuild-series.ts';
import { type Instant, instantOf } from '../../../treasury/time/instant.ts';
import { CommandError } from '../command-error.ts';

/** Days between two lines of progress. */
const TOLD_DAYS = 30;

export interface RebuildTerminal {
  /** The tenant where the command line names none. */
  readonly tenant: string;
  readonly say: (line: string) => void;
  readonly progress: (line: string) => void;
}

interface RebuildOptions {
  readonly snapshots: string;
  readonly series: string;
  readonly tenant: string;
  readonly from?: Instant;
  readonly to?: Instant;
  readonly endpoint?: string;
  readonly json?: true;
}

/** `sluice rebuild-rollups`: hours and days anew from the snapshots that are stored. */
export function rebuildCommand({ tenant: usual, say, progress }: RebuildTerminal): Command {
  return new Command('rebuild-rollups')
    .description('Works hours and days out anew from the stored snapshots. Can be run again.')
    .requiredOption(
      '--snapshots <table>',
      "name of the snapshots' table, an output of the data stack",
    )
    .requiredOption('--series <table>', "name of the series' table, an output of the data stack")
    .option('--tenant <id>', 'the tenant it is for', usual)
    .option('--from <day>', 'the day it begins with (UTC); the first snapshot by default', moment)
    .option('--to <day>', 'the day it ends before (UTC); what is still open is left open', moment)
    .option('--endpoint <url>', 'another DynamoDB (or AWS_ENDPOINT_URL_DYNAMODB)')
    .option('--json', 'JSON on the standard output')
    .allowExcessArguments(false)
    .action(async ({ snapshots, series, tenant, from, to, endpoint, json }: RebuildOptions) => {
      if (from !== undefined && to !== undefined && from >= to) {
        throw new CommandError(`--from (${from}) is not before --to (${to})`, { exit: 'usage' });
      }
      const dynamo = new DynamoDBClient(endpoint === undefined ? {} : { endpoint });
      const ports = {
        snapshots: createSnapshots({ client: dynamo, tableName: snapshots }),
        series: createSeries({ client: dynamo, tableName: series }),
      };
      const range = {
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      };
      let seen = 0;
      const rebuilt = await rebuildSeries(ports, { tenant, ...range }, ({ day }) => {
        seen++;
        if (seen % TOLD_DAYS === 0) progress(`${day}: ${seen} days`);
      });
      if (json) return say(JSON.stringify({ tenant, ...rebuilt }));
      say(
        rebuilt.result === 'no-snapshots'
          ? `tenant ${tenant} has no snapshots there; nothing was written`
          : `rolled up for ${tenant}: ${rebuilt.hours} hours of ${rebuilt.days} days`,
      );
    });
}

function moment(text: string): Instant {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('expected a day such as 2026-01-31.');
  return instantOf(ms);
}
