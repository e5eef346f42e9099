import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { Command } from 'commander';
import { QUOTAS, type QuotaName, quotaUses, reservedConcurrency } from '../lib/quotas/quotas.ts';
import { readStage } from '../lib/stages/read-stage.ts';
import { STAGES } from '../lib/stages/stage-configuration.ts';
import { templatesOf } from '../lib/templates-of.ts';

/*
 * npm run check:quotas: what a stage's templates use of AWS's limits, before it is deployed. With --account it asks Lambda
 * whether the account has the invocations at once that the stage reserves. Exit code 1 where something does not fit.
 */

/** Invocations at once that Lambda keeps for functions without a share of their own. */
const LEFT_FOR_ALL = 100;

const { stage, account } = new Command('check-quotas')
  .description("Prints what a stage's templates use of AWS's limits.")
  .requiredOption('--stage <name>', `one of ${STAGES.join(', ')}`)
  .option('--account', "compare with the account's own limits: asks Lambda for them")
  .allowExcessArguments(false)
  .parse()
  .opts<{ stage: string; account?: true }>();

const templates = templatesOf(readStage(stage));
const uses = quotaUses(templates);
let isFine = true;
for (const quota of Object.keys(QUOTAS) as QuotaName[]) {
  const { limit } = QUOTAS[quota];
  const [largest] = uses.filter((use) => use.quota === quota).sort((a, b) => b.used - a.used);
  if (largest === undefined) continue;
  if (largest.used > limit) isFine = false;
  say(largest.used <= limit, `${quota}: ${largest.used} of ${limit} (${largest.of})`);
}

const reserved = reservedConcurrency(templates);
if (account === true) {
  const { AccountLimit } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  const { UnreservedConcurrentExecutions: unreserved = 0 } = AccountLimit ?? {};
  const free = Math.max(0, unreserved - LEFT_FOR_ALL);
  // What is deployed has its share already: a stage that is there counts as one that is not yet.
  if (reserved > free) isFine = false;
  say(
    reserved <= free,
    `invocations at once: ${reserved} to be reserved, ${free} free beside the ${LEFT_FOR_ALL} of all other functions`,
  );
} else {
  say(true, `invocations at once: ${reserved} to be reserved; --account compares them`);
}
if (!isFine) process.exitCode = 1;

function say(fits: boolean, line: string): void {
  process.stdout.write(`${fits ? 'ok' : 'too much'}  ${line}\n`);
}
