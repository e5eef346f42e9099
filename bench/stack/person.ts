import { Agent, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller of the API: one token, connections that are kept. Of this machine only. */
export class Person {
  readonly #url: URL;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(url: URL, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async named(url: string, user: string): Promise<Person> {
    const address = new URL(url);
    if (address.hostname !== '127.0.0.1') throw new Error(`${url} is not this machine`);
    const answer = await fetch(`${url}/local/token?user=${user}`);
    return new Person(address, (await answer.text()).trim());
  }

  async json<T>(ask: Ask): Promise<T> {
    const { status, text } = await this.ask(ask);
    if (status >= 300) throw new Error(`${ask.path} answered ${status}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  }

  /** Sends as it is said, also what `fetch` would refuse or repair. */
  async ask({ method = 'GET', path, body, headers = {} }: Ask): Promise<Reply> {
    return await new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.#url.hostname,
          port: this.#url.port,
          agent: this.#agent,
          method,
          path,
          headers: {
            authorization: `Bearer ${this.#token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode: status = 0, headers: received } = response;
            resolve({ status, headers: received, text: Buffer.concat(pieces).toString() });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
