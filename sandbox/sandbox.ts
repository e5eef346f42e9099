import type { Books } from './books/books.ts';
import type { RateLimit } from './service/rate-limit.ts';
import type { Service } from './service/service.ts';
import type { Tokens } from './service/tokens.ts';
import type { Connections } from './transport/connections.ts';
import type { Timers } from './transport/timers.ts';

/** The parts of a running sandbox. */
export interface Sandbox extends Service {
  readonly books: Books;
  readonly tokens: Tokens;
  readonly rateLimit: RateLimit;
  readonly connections: Connections;
  readonly timers: Timers;
  readonly latencyMsMax: number;
  readonly notice: (line: string) => void;
}
