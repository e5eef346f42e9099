import { Replicas } from '../../../sandbox/booking/replicas.ts';
import { Books } from '../../../sandbox/books/books.ts';
import { PriceWalk } from '../../../sandbox/market/price-walk.ts';
import type { Endpoint, Service, ServiceRequest } from '../../../sandbox/service/service.ts';

export const NOON = Date.parse('2026-03-02T12:00:00.000Z');

/** A service without a server: its endpoints are called directly and its clock stands still. */
export interface InMemoryService {
  readonly service: Service & { readonly books: Books };
  readonly post: (endpoint: Endpoint, body: unknown) => { status: number; json: unknown };
  readonly advance: (ms: number) => void;
}

export function inMemoryService(settings: Partial<Service> = {}, seed = 1): InMemoryService {
  let now = NOON;
  const books = Books.open({ seed, dataFile: undefined }, seed, now);
  const service = {
    books,
    walk: new PriceWalk(seed),
    clock: () => now,
    balanceShape: 'objects' as const,
    splitWithdrawals: 'sometimes' as const,
    totalFalls: 'when-executed' as const,
    tradeAnswers: 'whole' as const,
    replicas: new Replicas(),
    ...settings,
  };
  return {
    service: { ...service, books },
    post: (endpoint, body) => {
      const request: ServiceRequest = { seq: receive(books), body: JSON.stringify(body) };
      const answer = endpoint(service, request);
      return { status: answer.status, json: JSON.parse(answer.body) };
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** A journal entry for a request that no server received. */
export function receive(books: Books): number {
  return books.receive({
    receivedAt: new Date(NOON).toISOString(),
    method: 'POST',
    path: '/v1/withdrawals',
    authentication: 'bearer',
    tokenFingerprint: null,
    connection: 1,
    body: null,
    executed: false,
    executedAt: null,
    effects: [],
    answered: 'pending',
  });
}
