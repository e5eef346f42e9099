import { createInterface } from 'node:readline/promises';
import { createSluiceClient, type SluiceClient } from '@sluice/client';
import type { CommandEntry } from './command-entry.ts';
import { CommandError } from './command-error.ts';
import type { ExitName } from './exit-codes.ts';
import { variable } from './profiles/place.ts';
import { chosenProfile, type Profile, type ProfileChoice } from './profiles/profiles.ts';
import { type Screen, screenOf } from './screen/screen.ts';
import { credentialsOf } from './sign-in/credentials.ts';

/** The options of every command that calls the API. */
export interface ApiOptions extends ProfileChoice {
  readonly as?: string;
  readonly json?: true;
}

/** A command's result: for programs as it came, for people in lines. */
export interface Result {
  readonly json: unknown;
  readonly lines: (screen: Screen) => readonly string[];
  readonly exit?: ExitName;
}

export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
}

/** The client without what writes: a command that writes says where it goes. */
export type ReadingClient = Pick<SluiceClient, 'get' | 'pages' | 'items' | 'download'>;

/** `profile prod (--profile): https://..., tenant main` */
function placeLine({ name, namedBy, api }: Profile, tenant: string): string {
  return `profile ${name} (${namedBy}): ${api}, tenant ${tenant}`;
}

interface ContextOptions {
  /** The whole tree, for the command that lists it. */
  readonly commands?: readonly CommandEntry[];
  readonly json?: boolean;
}

/** What a command may use of the process that it runs in. */
export class Context {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The whole tree, for the command that lists it. */
  readonly commands: readonly CommandEntry[];
  readonly #streams: Streams;
  readonly #json: boolean;
  exit: ExitName = 'done';

  constructor(
    root: string,
    env: NodeJS.ProcessEnv,
    streams: Streams,
    { commands = [], json = false }: ContextOptions = {},
  ) {
    this.commands = commands;
    this.#json = json;
    this.root = root;
    this.env = env;
    this.#streams = streams;
  }

  get screen(): Screen {
    return screenOf(this.#streams.stdout, this.env);
  }

  get isInteractive(): boolean {
    const { stdin, stderr } = this.#streams;
    return stdin.isTTY === true && stderr.isTTY === true;
  }

  /** The tenant that the environment names, for commands that go past the API. */
  get exportedTenant(): string | undefined {
    return variable(this.env, 'SLUICE_TENANT')?.value;
  }

  profile(options: ApiOptions): Profile {
    return chosenProfile(options, this.env);
  }

  /** The API as it is read. A command that decides takes `apiToDecide`, which says where. */
  api(options: ApiOptions): ReadingClient {
    return this.#client(this.profile(options), options);
  }

  /**
   * The API for a command that decides: before anything else it says which deployment and tenant it is about. Where no
   * tenant is named, the API is asked whose the request is.
   */
  async apiToDecide(options: ApiOptions): Promise<SluiceClient> {
    const client = this.#client(this.profile(options), options);
    const tenant = await this.#tenantOf(client, options);
    this.note(placeLine(this.profile(options), tenant));
    return client;
  }

  /** The same for a command that waits for nothing: its tenant may be asked for once it is done. */
  apiToHalt(options: ApiOptions): SluiceClient {
    const profile = this.profile(options);
    const client = this.#client(profile, options);
    this.note(placeLine(profile, profile.tenant ?? 'the first of yours'));
    return client;
  }

  async #tenantOf(client: ReadingClient, options: ApiOptions): Promise<string> {
    const profile = this.profile(options);
    if (profile.tenant !== undefined) return profile.tenant;
    try {
      return (await client.get('/v1/me')).data.tenant;
    } catch (error) {
      this.note(placeLine(profile, 'not known'));
      throw error;
    }
  }

  /** The API for requests that change nothing although they are posted: previews and backtests. */
  apiToTry(options: ApiOptions): SluiceClient {
    return this.#client(this.profile(options), options);
  }

  #client(profile: Profile, options: ApiOptions): SluiceClient {
    const { api, tenant } = profile;
    try {
      return createSluiceClient({
        baseUrl: api,
        token: credentialsOf({ profile, as: options.as, env: this.env }),
        ...(tenant === undefined ? {} : { tenant }),
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new CommandError(
        `the address of the profile "${profile.name}" (${profile.namedBy}) is refused: ${error.message}`,
        { exit: 'usage' },
      );
    }
  }

  /** Prints a result the way the caller wants it, and keeps its exit code. */
  print(options: { readonly json?: true }, { json, lines, exit }: Result): void {
    if (exit !== undefined) this.exit = exit;
    if (options.json) this.say(JSON.stringify(json, null, 2));
    else for (const line of lines(this.screen)) this.say(line);
  }

  say(line: string): void {
    this.#streams.stdout.write(`${line}\n`);
  }

  /**
   * Beside the result: progress and hints, on the standard error. With --json a program reads that too, so each is a line
   * of JSON there, unless a person is asked.
   */
  note(line: string): void {
    const isPlain = !this.#json || this.isInteractive;
    if (isPlain) this.complain(line);
    else if (line.trim() !== '') this.complain(JSON.stringify({ note: line.trim() }));
  }

  /** What failed, on the standard error as it stands. */
  complain(line: string): void {
    this.#streams.stderr.write(`${line}\n`);
  }

  /** Clears the terminal before the next picture of `--watch`. */
  clear(): void {
    if (this.#streams.stdout.isTTY) this.#streams.stdout.write('\u001b[2J\u001b[H');
  }

  /** A question to a person. Without one at the terminal, only `--yes` answers it. */
  async confirm(question: string): Promise<boolean> {
    if (!this.isInteractive) {
      throw new CommandError('this takes a yes, and no person is at the terminal', {
        exit: 'usage',
        help: 'Add --yes where a script decides.',
      });
    }
    const { stdin: input, stderr: output } = this.#streams;
    const lines = createInterface({ input, output });
    try {
      const answer = await lines.question(`${question} [y/N] `);
      return /^y(es)?$/i.test(answer.trim());
    } finally {
      lines.close();
    }
  }

  /** Asks unless `--yes` was said. @throws CommandError if the answer is no. */
  async decide({ yes }: { readonly yes?: true }, question: string): Promise<void> {
    if (yes || (await this.confirm(question))) return;
    throw new CommandError('nothing was done', { exit: 'interrupted' });
  }
}
