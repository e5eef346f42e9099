import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { startActivity, startScript } from './activity/activity.ts';
import { type BookingMode, type BookingModeInput, bookingMode } from './booking/booking-mode.ts';
import { Replicas } from './booking/replicas.ts';
import { Books } from './books/books.ts';
import { serveControl } from './control/serve-control.ts';
import { tokenText } from './control/token-text.ts';
import { describeIssues } from './describe-issues.ts';
import { faultRule } from './faults/fault.ts';
import { clearFaults, queueFault } from './faults/fault-queue.ts';
import { parseFaultScript } from './faults/fault-script.ts';
import { resumeLate } from './faults/late-executions.ts';
import {
  ACTIVITY_EVERY_MS,
  DEFAULT_PORT,
  DEFAULT_SEED,
  FAULT_RULES_MAX,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  RATE_LIMIT_BURST,
  RATE_LIMIT_REFILL_PER_SECOND,
  REQUEST_TIMEOUT_MS,
} from './limits.ts';
import { PriceWalk } from './market/price-walk.ts';
import type { RunningSandbox, SandboxOptions } from './options.ts';
import type { Sandbox } from './sandbox.ts';
import { problem } from './service/answer.ts';
import { balancesNow, trueBalances } from './service/balances.ts';
import { RateLimit } from './service/rate-limit.ts';
import { serveRequest } from './service/serve-request.ts';
import { quotesNow } from './service/service.ts';
import { Tokens } from './service/tokens.ts';
import { shownWithdrawal } from './service/withdrawals.ts';
import { SandboxStartError } from './start-error.ts';
import { sandboxState } from './state-view.ts';
import { Connections } from './transport/connections.ts';
import { Exchange } from './transport/exchange.ts';
import { Timers } from './transport/timers.ts';

/**
 * The fixed token of the sandbox's pre-made test client (reference, part 5.3). It opens nothing but
 * sandboxes on this machine.
 */
export const SANDBOX_TEST_TOKEN = 'sandbox-test-client-7f3b1c9e5d';

const HOST = '127.0.0.1';

/** The mistakes that a caller can make although the types fit. */
const checkedOptions = z.object({
  port: z.int().min(0).max(65_535),
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  tokens: z.array(z.object({ token: tokenText, access: z.enum(['full', 'read']) })),
  latencyMsMax: z.int().min(0).max(60_000),
  everyMs: z.int().min(1).max(3_600_000),
  booking: bookingMode.optional(),
  rateLimit: z.object({
    burst: z.number().min(1),
    refillPerSecond: z.number().positive(),
  }),
});

/**
 * Starts the Trading and Withdrawal Service's sandbox. The port is taken before the data file is
 * opened, so that a second sandbox started the same way by accident does not touch its file.
 *
 * @throws {SandboxStartError} for options, a port, a data file or a script that cannot be used.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const settings = checkOptions(options);
  const script = parseFaultScript(options.faultScript ?? {});
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  await listen(server, settings.port);
  try {
    const sandbox = assemble(options, settings);
    for (const rule of script.faults) queueFault(sandbox.books, rule);
    server.on('connection', (socket) => sandbox.connections.add(socket));
    server.on('request', (request, response) => void receive(sandbox, request, response));
    resumeLate(sandbox);
    startScript(sandbox, script);
    const { activity = false } = options;
    if (activity !== false) {
      const { accepts } = activity === true ? {} : activity;
      startActivity(sandbox, { everyMs: settings.everyMs, ...(accepts && { accepts }) });
    }
    return running(sandbox, server, settings.tokens[0]?.token ?? SANDBOX_TEST_TOKEN);
  } catch (cause) {
    server.close();
    throw cause;
  }
}

type Settings = z.output<typeof checkedOptions>;

function checkOptions(options: SandboxOptions): Settings {
  const { activity } = options;
  const further = (options.tokens ?? []).map((entry) =>
    typeof entry === 'string' ? { token: entry, access: 'full' } : entry,
  );
  const parsed = checkedOptions.safeParse({
    port: options.port ?? DEFAULT_PORT,
    seed: options.seed,
    tokens: [{ token: options.token ?? SANDBOX_TEST_TOKEN, access: 'full' }, ...further],
    latencyMsMax: options.latencyMsMax ?? 0,
    everyMs: (typeof activity === 'object' ? activity.everyMs : undefined) ?? ACTIVITY_EVERY_MS,
    booking: options.booking,
    rateLimit: options.rateLimit ?? {
      burst: RATE_LIMIT_BURST,
      refillPerSecond: RATE_LIMIT_REFILL_PER_SECOND,
    },
  });
  if (parsed.success) return parsed.data;
  throw new SandboxStartError('options-invalid', describeIssues(parsed.error, 'options'));
}

function assemble(options: SandboxOptions, settings: Settings): Sandbox {
  const clock = options.clock ?? Date.now;
  const { seed } = settings;
  const books = Books.open({ seed, dataFile: options.dataFile }, DEFAULT_SEED, clock());
  if (settings.booking !== undefined)
    books.record({ record: 'booking-set', mode: settings.booking });
  return {
    books,
    clock,
    walk: new PriceWalk(books.state.seed),
    tokens: new Tokens(books, settings.tokens),
    rateLimit: new RateLimit(settings.rateLimit),
    connections: new Connections(),
    timers: new Timers(),
    balanceShape: options.balanceShape ?? 'objects',
    splitWithdrawals: options.splitWithdrawals ?? 'sometimes',
    totalFalls: options.totalFalls ?? 'when-executed',
    tradeAnswers: options.tradeAnswers ?? 'whole',
    replicas: new Replicas(),
    latencyMsMax: settings.latencyMsMax,
    notice: options.notice ?? (() => undefined),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'EADDRINUSE') {
      const message = `port ${port} is in use by another program; choose another port`;
      throw new SandboxStartError('port-in-use', message, { cause });
    }
    const message = `port ${port} cannot be used: ${String(code ?? cause)}`;
    throw new SandboxStartError('port-refused', message, { cause });
  }
}

/** Sends a request to the control endpoints or to the service; whatever fails there becomes a 500. */
async function receive(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exchange = new Exchange(request, response, sandbox.timers);
  try {
    const isControl = /^\/control(?:[/?]|$)/.test(request.url ?? '');
    const url = isControl ? URL.parse(request.url ?? '', `http://${HOST}`) : null;
    if (url !== null) await serveControl(sandbox, exchange, url);
    else await serveRequest(sandbox, exchange);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    sandbox.notice(`the sandbox failed: ${why}`);
    if (response.headersSent) exchange.cut('reset');
    else exchange.send(problem('internal-error', why));
  }
}

function running(sandbox: Sandbox, server: Server, firstToken: string): RunningSandbox {
  const { books, clock, tokens } = sandbox;
  const { port } = server.address() as AddressInfo;
  let token = firstToken;
  return {
    url: `http://${HOST}:${port}`,
    port,
    get token() {
      return token;
    },
    close: () => close(sandbox, server),
    journal: (afterSeq = 0) =>
      structuredClone(books.state.journal.filter(({ seq }) => seq > afterSeq)),
    state: () => sandboxState(sandbox, tokens.digests()),
    balances: () => balancesNow(sandbox),
    trueBalances: () => trueBalances(sandbox),
    setBooking: (mode) => setBooking(books, mode),
    withdrawals: () => books.state.withdrawals.map((stored) => shownWithdrawal(stored, clock())),
    prices: () => quotesNow(sandbox),
    deposit: (request) => books.move('deposit', 'control', request, clock()),
    debit: (request) => books.move('debit', 'control', request, clock()),
    rotateToken: (next, { keepPrevious = false } = {}) => {
      tokens.rotate(tokenText.parse(next), keepPrevious);
      token = next;
    },
    queueFault: (rule) => {
      const parsed = faultRule.safeParse(rule);
      if (!parsed.success) throw new TypeError(describeIssues(parsed.error, 'rule'));
      const queued = queueFault(books, parsed.data);
      if (queued === null) throw new RangeError(`${FAULT_RULES_MAX} faults are waiting`);
      return queued;
    },
    faultsWaiting: () => books.state.faults.length,
    clearFaults: () => clearFaults(books),
  };
}

function setBooking(books: Books, input: BookingModeInput): BookingMode {
  const parsed = bookingMode.safeParse(input);
  if (!parsed.success) throw new TypeError(describeIssues(parsed.error, 'booking'));
  books.record({ record: 'booking-set', mode: parsed.data });
  return parsed.data;
}

/** Stops at once: hanging clients are cut off, and nothing is recorded any more. */
async function close(sandbox: Sandbox, server: Server): Promise<void> {
  if (!server.listening) return;
  sandbox.timers.clear();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  sandbox.books.close();
}
