import { readFile } from 'node:fs/promises';
import type { BookingModeInput } from '../booking/booking-mode.ts';
import { FAULT_KINDS } from '../faults/fault.ts';
import { loadFaultScript } from '../faults/fault-script.ts';
import { tokenFingerprint } from '../journal/journal-entry.ts';
import type { RunningSandbox, SandboxOptions } from '../options.ts';
import type { BalanceShape, SplitWithdrawals } from '../service/service.ts';
import type { TradeAnswers } from '../service/trade-answers.ts';
import { SandboxStartError } from '../start-error.ts';
import { startSandbox } from '../start-sandbox.ts';
import { terminal } from './terminal.ts';

/**
 * The fixed test token of a sandbox that runs alone. It opens nothing else and is printed; the tests search what they
 * print for theirs, which is another.
 */
export const PRINTED_TOKEN = 'sandbox-token-to-try-out';

/** The options of the command line, as text and whole numbers. */
export interface SandboxCommand {
  readonly port: number;
  readonly seed?: number;
  readonly script?: string;
  readonly data?: string;
  readonly tokenFile?: string;
  readonly activity?: boolean;
  readonly latency?: number;
  readonly balances?: BalanceShape;
  readonly splits?: SplitWithdrawals;
  readonly tradeAnswers?: TradeAnswers;
  /** A booking mode as JSON. */
  readonly booking?: string;
}

/**
 * Starts a sandbox for a person and keeps it until a signal ends it. What can go wrong at the start
 * is said in one line, and the process ends with exit code 1.
 */
export async function runCommand(command: SandboxCommand): Promise<void> {
  try {
    const sandbox = await startSandbox(await optionsOf(command));
    terminal.say(greeting(sandbox));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stop(sandbox));
    }
  } catch (error) {
    if (!(error instanceof SandboxStartError)) throw error;
    terminal.complain(`sandbox did not start: ${error.message}`);
    process.exitCode = 1;
  }
}

async function optionsOf(command: SandboxCommand): Promise<SandboxOptions> {
  const { port, seed, script, data, tokenFile, activity, latency, balances, splits, booking } =
    command;
  return {
    port,
    notice: terminal.say,
    ...(seed !== undefined && { seed }),
    ...(script !== undefined && { faultScript: await loadFaultScript(script) }),
    ...(data !== undefined && { dataFile: data }),
    token: tokenFile === undefined ? PRINTED_TOKEN : await tokenIn(tokenFile),
    ...(activity !== undefined && { activity }),
    ...(latency !== undefined && { latencyMsMax: latency }),
    ...(balances !== undefined && { balanceShape: balances }),
    ...(splits !== undefined && { splitWithdrawals: splits }),
    ...(command.tradeAnswers !== undefined && { tradeAnswers: command.tradeAnswers }),
    ...(booking !== undefined && { booking: bookingIn(booking) }),
  };
}

function bookingIn(text: string): BookingModeInput {
  try {
    return JSON.parse(text) as BookingModeInput;
  } catch (cause) {
    throw new SandboxStartError('options-invalid', 'booking: expected JSON', { cause });
  }
}

async function tokenIn(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SandboxStartError('options-invalid', `token file: ${why}`, { cause });
  }
}

/** The fixed token opens nothing but this sandbox, so it is printed; the token of a file is shown by its fingerprint. */
function greeting({ url, token }: RunningSandbox): string {
  const isFixed = token === PRINTED_TOKEN;
  const fingerprint = `(fingerprint ${tokenFingerprint(token)})`;
  return [
    `sandbox service on ${url}`,
    isFixed ? `token    ${token} ${fingerprint}` : `token    that of the file ${fingerprint}`,
    ...(isFixed ? [`try      curl -s -H 'authorization: Bearer ${token}' ${url}/v1/balances`] : []),
    `control  ${url}/control/state; no token needed, from this machine only`,
    `faults   POST ${url}/control/faults (docs/sandbox.md); kinds:`,
    ...inLines(FAULT_KINDS, terminal.width).map((line) => `  ${line}`),
  ].join('\n');
}

/** Names, parted by commas, in lines of at most so many characters behind an indent of two. */
function inLines(names: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const word = index === names.length - 1 ? name : `${name},`;
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 3 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A second signal while this runs ends the process as signals do. */
async function stop(sandbox: RunningSandbox): Promise<void> {
  await sandbox.close();
  terminal.say('sandbox service stopped');
}
