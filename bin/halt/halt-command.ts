import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Command, InvalidArgumentError } from 'commander';
import { writeHalt } from '../../adapters/store/halt.ts';
import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';
import { instantOf } from '../../treasury/time/instant.ts';

interface HaltOptions {
  readonly ledger: string;
  readonly tenant: string;
  readonly currency?: string;
  readonly comment: string;
  readonly by: string;
  readonly breakGlass?: boolean;
}

/** Milliseconds for an answer: whoever breaks the glass would rather try again than wait. */
const ANSWER_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * `sluice halt --break-glass`: the kill switch without the API, its sign-in or its functions, by the right to update
 * one item of the table. The watchdog puts it into the audit log, as it does with every halt that is not there yet.
 */
export function haltCommand({ say }: { readonly say: (line: string) => void }): Command {
  return new Command('halt')
    .description(
      'Halts everything, or one currency, straight in the table, where the API does not.',
    )
    .requiredOption('--break-glass', 'that it is meant: the API is the usual way')
    .requiredOption('--ledger <table>', "name of the ledger's table, an output of the data stack")
    .requiredOption('--comment <comment>', 'why, for the audit log')
    .option('--currency <code>', 'this currency only; nothing looks up whether it is known', code)
    .option('--tenant <id>', 'the tenant it is for', 'main')
    .option('--by <name>', 'who halts, for the audit log', userInfo().username)
    .allowExcessArguments(false)
    .action(async ({ ledger, tenant, currency, comment, by }: HaltOptions) => {
      const dynamo = new DynamoDBClient({
        maxAttempts: 1,
        requestHandler: {
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout: ANSWER_TIMEOUT_MS,
          throwOnRequestTimeout: true,
        },
      });
      const halt = await writeHalt({ client: dynamo, tableName: ledger }, tenant, {
        id: randomUUID(),
        at: instantOf(Date.now()),
        by: `${by} (break glass)`,
        comment,
        requestId: 'sluice halt --break-glass',
        ...(currency === undefined ? {} : { currency }),
      });
      const what = halt.mode === 'halted' ? 'everything' : currency;
      say(`halted: ${what} of ${tenant}, generation ${halt.generation}`);
    });
}

function code(text: string): string {
  if (CURRENCY_CODE.test(text)) return text;
  throw new InvalidArgumentError('a currency code in upper case, at most 20 characters');
}
