import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildConsole } from '../../lib/console/console-build.ts';
import { ConsoleServer } from '../../local/console/console-server.ts';
import { localConfiguration } from '../../local/console/local-configuration.ts';
import { runRound } from '../../local/report/run-round.ts';
import { openStack, type Stack } from '../../local/stack.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';
import type { FaultInput } from '../../sandbox/faults/fault.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** As the deployed one: within a run nothing changes by itself, so that what is looked at stays what it is. */
const EVERY_MS = 5 * 60_000;

/** Where a console is, and what it calls. */
export interface ConsoleAddresses {
  readonly url: string;
  readonly apiUrl: string;
  readonly issuer: string;
}

export interface ConsoleUnderTest extends ConsoleAddresses {
  readonly stack: Stack;
  readonly close: () => Promise<void>;
}

export interface ConsoleOptions {
  /** Interval of the ticks. @default five minutes */
  readonly everyMs?: number;
  /** @default true */
  readonly demoData?: boolean;
  /** The policy that the treasury begins with. @default that of the demo */
  readonly policyFile?: string;
  /** One round before anything is looked at: a fresh snapshot, and what the rules decide on it. @default true */
  readonly hasRound?: boolean;
  /** Serves the console from a port of its own, as a deployment does: CORS and the policy are exercised. @default false */
  readonly isApart?: boolean;
  /** Whether the sign-in page gives back the session of before where it is asked for a new one. @default false */
  readonly ignoresPrompt?: boolean;
  /** What happens to the first withdrawal of the round: an answer that is lost leaves its outcome unknown. */
  readonly firstWithdrawal?: FaultInput;
}

/** The service carries the request out, and its answer never arrives. */
export const LOST_ANSWER: FaultInput = { kind: 'execute-then-reset-before-headers' };

/** The local stack in this process, with the console that it serves; its build is kept until a source changes. */
export async function openConsole({
  everyMs = EVERY_MS,
  demoData = true,
  hasRound = true,
  isApart = false,
  ignoresPrompt = false,
  policyFile,
  firstWithdrawal,
}: ConsoleOptions = {}): Promise<ConsoleUnderTest> {
  const building = buildConsole(ROOT).then(({ folder }) => folder);
  const stack = await openLocalStack(
    { everyMs, demoData, ignoresPrompt, policyFile: policyFile ?? null },
    building,
  );
  if (firstWithdrawal !== undefined) {
    stack.service.sandbox?.queueFault({ on: 'POST /v1/withdrawals', fault: firstWithdrawal });
  }
  if (hasRound) await runRound(stack, everyMs);
  await building;
  const { issuer } = stack.identity;
  const apart = isApart ? await serveApart(stack, building) : null;
  return {
    ...{ url: apart?.url ?? stack.url, apiUrl: stack.url, issuer, stack },
    close: async () => {
      await apart?.close();
      await stack.stop();
    },
  };
}

async function openLocalStack(
  options: {
    readonly everyMs: number;
    readonly demoData: boolean;
    readonly ignoresPrompt: boolean;
    readonly policyFile: string | null;
  },
  console: Promise<string>,
): Promise<Stack> {
  const silent = () => undefined;
  const stack = await openStack(
    {
      ...{ port: 0, sandboxPort: 0, dataFolder: null, upstream: null, tokenFile: null },
      ...{ live: false, activity: false, unthrottled: true, ...options },
    },
    () => synthesise(ROOT, silent),
    { feed: silent, notice: silent, log: silent, console },
  );
  await stack.start();
  return stack;
}

async function serveApart({ identity, url: apiUrl }: Stack, building: Promise<string>) {
  const files = ConsoleServer.of(building);
  const configuration = localConfiguration(identity, apiUrl);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const asked = { path: pathname, headers: request.headers, configuration };
    void files.answer(asked).then(({ status, headers, body }) => {
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
