import type { Socket } from 'node:net';

/** Numbers connections as they come, and knows those that were promised to last but will not. */
export class Connections {
  readonly #numbers = new WeakMap<Socket, number>();
  readonly #stale = new WeakSet<Socket>();
  #count = 0;

  add(socket: Socket): void {
    this.#count += 1;
    this.#numbers.set(socket, this.#count);
  }

  /** Counts from 1; 0 for a connection that was never added. */
  numberOf(socket: Socket): number {
    return this.#numbers.get(socket) ?? 0;
  }

  markStale(socket: Socket): void {
    this.#stale.add(socket);
  }

  isStale(socket: Socket): boolean {
    return this.#stale.has(socket);
  }
}
