import { Command, InvalidArgumentError, Option } from 'commander';
import { runCommand, type SandboxCommand } from '../sandbox/command/run-command.ts';
import { FAULT_KINDS } from '../sandbox/index.ts';
import { BALANCE_SHAPES, SPLITS } from '../sandbox/service/service.ts';
import { TRADE_ANSWERS } from '../sandbox/service/trade-answers.ts';

const HELP = `
Control, without a token and from this machine only:
  GET  /control/state     everything, with the balances as shown and the true ones of the books
  GET  /control/journal   the requests received
  POST /control/faults    {"on":"POST /v1/withdrawals","fault":{"kind":"stated-200","state":"failed"}}
  POST /control/booking   {"delayMs":25000}: late, in steps, on a replica that is behind, hidden by deposits
  POST /control/deposit   {"currency":"BTC","amount":"1"}; /control/debit for money that another party takes
  POST /control/tokens    {"token":"...","keepPrevious":true}
Kinds of faults: ${FAULT_KINDS.join(', ')}`;

const command = new Command('sandbox')
  .description('the Trading and Withdrawal Service on this machine, with faults on demand')
  .option('--port <number>', 'port on 127.0.0.1; 0 takes any free one', wholeNumber, 4401)
  .option('--seed <number>', 'seed of prices, splits and deposits', wholeNumber)
  .option('--script <file>', 'faults and events from the start on (JSON)')
  .option('--data <file>', 'keep balances, withdrawals and the journal in this file')
  .option('--token-file <file>', 'accept the token in this file instead of the test token')
  .option('--activity', 'random deposits every few seconds')
  .option('--latency <ms>', 'delay answers by up to this many milliseconds', wholeNumber)
  .addOption(new Option('--balances <shape>', 'shape of the balances').choices(BALANCE_SHAPES))
  .addOption(
    new Option('--splits <how>', 'whether one request becomes several withdrawals').choices(SPLITS),
  )
  .addOption(
    new Option('--trade-answers <shape>', 'how a trade is answered').choices(TRADE_ANSWERS),
  )
  .option(
    '--booking <json>',
    'when balances show what was executed, e.g. {"delayMs":25000,"steps":2,"totalLagMs":5000,' +
      '"replicaLagMs":60000,"replicaShowsDeposits":true,"hiddenByDeposits":true,"feePercent":"0.1"}',
  )
  .allowExcessArguments(false)
  .addHelpText('after', HELP);

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number.parseInt(text, 10);
}

await runCommand(command.parse().opts<SandboxCommand>());
