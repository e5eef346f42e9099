import { Command, InvalidArgumentError, Option } from 'commander';
import { runCommand, type SandboxCommand } from '../sandbox/command/run-command.ts';

const command = new Command('sandbox')
  .description('the Trading and Withdrawal Service on this machine, with faults on demand')
  .option('--port <number>', 'port on 127.0.0.1; 0 takes any free one', wholeNumber, 4401)
  .option('--seed <number>', 'seed of prices, splits and deposits', wholeNumber)
  .option('--script <file>', 'faults and events from the start on (JSON)')
  .option('--data <file>', 'keep balances, withdrawals and the journal in this file')
  .option('--token-file <file>', 'accept the token in this file instead of the test token')
  .option('--activity', 'random deposits every few seconds')
  .option('--latency <ms>', 'delay answers by up to this many milliseconds', wholeNumber)
  .addOption(
    new Option('--balances <shape>', 'shape of the balances').choices(['objects', 'text', 'list']),
  )
  .addOption(
    new Option('--splits <how>', 'whether one request becomes several withdrawals').choices([
      'never',
      'sometimes',
      'always',
    ]),
  )
  .allowExcessArguments(false);

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number.parseInt(text, 10);
}

await runCommand(command.parse().opts<SandboxCommand>());
