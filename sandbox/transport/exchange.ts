import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { OVERSIZE_CHUNK_BYTES, RESET_AFTER_BODY_MS } from '../limits.ts';
import type { Answer } from '../service/answer.ts';
import type { Timers } from './timers.ts';

/** How a connection is cut: by a reset (RST), or by an orderly end (FIN). */
export type Ending = 'reset' | 'close';

/** One request and the connection it came on: every way of answering it, and of not answering it. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #timers: Timers;

  constructor(request: IncomingMessage, response: ServerResponse, timers: Timers) {
    this.request = request;
    this.#response = response;
    this.#timers = timers;
    // A client that leaves while it is answered is no error of the sandbox's.
    response.on('error', () => undefined);
  }

  get socket(): Socket {
    return this.request.socket;
  }

  get clientIsGone(): boolean {
    return this.socket.destroyed;
  }

  /** Calls back once when the connection is gone, whoever ended it. */
  onceGone(act: () => void): void {
    if (this.clientIsGone) act();
    else this.socket.once('close', act);
  }

  send(answer: Answer): void {
    const bytes = Buffer.from(answer.body, 'utf8');
    this.#head(answer, bytes.length);
    this.#response.end(bytes);
  }

  /** Says nothing; the connection is closed after a while so that it does not stay for ever. */
  hang(holdMs: number): void {
    this.#timers.after(holdMs, () => this.cut('close'));
  }

  cut(ending: Ending): void {
    if (ending === 'reset') this.socket.resetAndDestroy();
    else this.socket.destroy();
  }

  /** Announces the whole body, sends half of it, lets it arrive, then cuts the connection. */
  cutInBody(answer: Answer, ending: Ending): void {
    const bytes = Buffer.from(answer.body, 'utf8');
    this.#head(answer, bytes.length);
    this.#response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
      this.#timers.after(RESET_AFTER_BODY_MS, () => this.cut(ending));
    });
  }

  /** Sends the header at once and the body in drips, spread over `overMs`. */
  async drip(answer: Answer, overMs: number): Promise<void> {
    const bytes = Buffer.from(answer.body, 'utf8');
    this.#head(answer, bytes.length);
    this.#response.flushHeaders();
    const pauseMs = overMs / DRIPS;
    for (let drip = 0; drip < DRIPS && !this.clientIsGone; drip += 1) {
      await this.#timers.wait(pauseMs);
      const from = Math.floor((drip * bytes.length) / DRIPS);
      this.#response.write(bytes.subarray(from, Math.floor(((drip + 1) * bytes.length) / DRIPS)));
    }
    this.#response.end();
  }

  /** Sends `padding` bytes of white space, at the pace the client reads them, and then the body. */
  async sendPadded(answer: Answer, padding: number, declared: boolean): Promise<void> {
    const body = Buffer.from(answer.body, 'utf8');
    this.#head(answer, declared ? padding + body.length : null);
    const chunk = Buffer.alloc(Math.min(OVERSIZE_CHUNK_BYTES, padding), ' ');
    for (let left = padding; left > 0 && !this.clientIsGone; left -= chunk.length) {
      if (!this.#response.write(chunk.subarray(0, left))) await this.#drained();
    }
    if (!this.clientIsGone) this.#response.end(body);
  }

  /** Sends an answer that promises a lasting connection, and closes it once idle for `idleMs`. */
  sendThenGoStale(answer: Answer, idleMs: number): void {
    this.#response.once('finish', () => {
      this.#timers.after(idleMs, () => this.cut('close'));
    });
    this.send({
      ...answer,
      headers: { ...answer.headers, connection: 'keep-alive', 'keep-alive': 'timeout=60' },
    });
  }

  #head(answer: Answer, contentLength: number | null): void {
    const length = contentLength === null ? {} : { 'content-length': String(contentLength) };
    this.#response.writeHead(answer.status, { ...answer.headers, ...length });
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        this.#response.off('drain', settle);
        this.#response.off('close', settle);
        resolve();
      };
      this.#response.once('drain', settle);
      this.#response.once('close', settle);
    });
  }
}

/** Pieces of a dripping body: enough that no read timeout between two bytes is long. */
const DRIPS = 10;
