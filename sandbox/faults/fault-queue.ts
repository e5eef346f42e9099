import { randomUUID } from 'node:crypto';
import type { Books } from '../books/books.ts';
import { FAULT_RULES_MAX } from '../limits.ts';
import type { Fault, FaultRule, QueuedFault } from './fault.ts';

/** Queues a rule behind those that wait. Null: the queue is full. */
export function queueFault(books: Books, rule: FaultRule): QueuedFault | null {
  if (books.state.faults.length >= FAULT_RULES_MAX) return null;
  const queued = { ...rule, id: randomUUID() };
  books.record({ record: 'fault-queued', fault: queued });
  return queued;
}

/** Takes all waiting rules away and answers how many there were. */
export function clearFaults(books: Books): number {
  const waiting = books.state.faults.length;
  if (waiting > 0) books.record({ record: 'faults-cleared' });
  return waiting;
}

/**
 * The fault that meets this request, if any: the first matching rule in the order of the queue
 * that has let its number of requests pass. Rules behind one that fires do not count the request.
 */
export function takeFault(
  books: Books,
  request: { readonly method: string; readonly path: string; readonly seq: number },
): Fault | null {
  const skipped: string[] = [];
  for (const rule of books.state.faults) {
    if (!matches(rule.on, request.method, request.path)) continue;
    if (rule.after > 0) {
      skipped.push(rule.id);
      continue;
    }
    const { fault, id } = rule;
    books.record({ record: 'faults-advanced', seq: request.seq, skipped, fired: id });
    return fault;
  }
  if (skipped.length > 0) {
    books.record({ record: 'faults-advanced', seq: request.seq, skipped, fired: null });
  }
  return null;
}

/** Whether "POST /v1/trades", "* /v1/trades", "GET /v1/*" or "*" means this request. */
export function matches(on: string, method: string, path: string): boolean {
  if (on === '*') return true;
  const [onMethod, onPath] = on.split(' ');
  return (onMethod === '*' || onMethod === method) && (onPath === '/v1/*' || onPath === path);
}
