import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalModel } from '../../local/assembly/model.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/index.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';
import { Aftermath, openClaimOf } from './aftermath.ts';
import type { Asker } from './asker.ts';
import { type Books, LedgerReader } from './books/books.ts';
import { disagreements, snapshotDisagreements } from './books/compare.ts';
import { tokenTraces } from './books/token-traces.ts';
import { endingOf } from './ending.ts';
import { connectionTo } from './machine/engine-process.ts';
import { type DeathPlan, Machine } from './machine/machine.ts';
import { People } from './people.ts';
import type { CrashPoint, Death, Ending } from './points/crash-point.ts';
import { startingPolicy } from './policy.ts';
import type { Intervention } from './proxy/crash-proxy.ts';
import { Trader } from './trader.ts';

/** How long a start may take to come by its point: start, tick and work on a busy machine. */
const DEATH_TIMEOUT_MS = 120_000;

/** How long a caller asks again and again. */
const ANSWER_TIMEOUT_MS = 60_000;

export interface PointResult {
  readonly name: string;
  readonly message: string;
  readonly ending: Ending | null;
  /** What is wrong; nothing where journal and ledger agree and all is as it must be. */
  readonly problems: readonly string[];
  readonly ms: number;
}

/** Dies at a point, starts again on the same data until all has settled, and compares the books. */
export async function runPoint(point: CrashPoint, model: LocalModel): Promise<PointResult> {
  const begun = performance.now();
  const { name, description } = point;
  const scene = await Scene.prepare(point, model);
  let ending: Ending | null = null;
  const problems: string[] = [];
  try {
    for (const [index, death] of point.deaths.entries()) {
      problems.push(...(await scene.dieAt(death, index)));
    }
    const settled = await scene.settle();
    ending = settled.ending;
    problems.push(...settled.problems);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    if (problems.length > 0) problems.push(...scene.lastLines());
    await scene.close();
  }
  return {
    name,
    message: description,
    ending,
    problems,
    ms: Math.round(performance.now() - begun),
  };
}

function askerFor(work: CrashPoint['work'], sandbox: RunningSandbox): Asker | null {
  switch (work) {
    case 'sweeps':
      return null;
    case 'trade':
      return new Trader(sandbox);
    case 'settlement':
      return new People(sandbox);
    default:
      return work satisfies never;
  }
}

async function answerIn(asked: Promise<string | null> | undefined): Promise<string | null> {
  const late = sleep(ANSWER_TIMEOUT_MS, null, { ref: false });
  return (await Promise.race([asked, late])) ?? null;
}

/** Lines of what was said that are shown where something is wrong. */
const LAST_LINES = 12;

/** One machine, one service, one folder of data. */
class Scene {
  readonly #point: CrashPoint;
  readonly #model: LocalModel;
  readonly #folder: string;
  readonly #sandbox: RunningSandbox;
  readonly #machine: Machine;
  readonly #asker: Asker | null;
  /** What was being sent when everything ended: no process goes on with it, or knows what became of it. */
  readonly #claimsOfTheDead = new Set<string>();
  readonly #cutOff = new Set<string>();

  static async prepare(point: CrashPoint, model: LocalModel): Promise<Scene> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sluice-crash-'));
    const inside = (name: string): string => path.join(folder, name);
    const clock = { aheadMs: 0 };
    const sandbox = await startSandbox({
      port: 0,
      token: CANARY_TOKEN,
      clock: () => Date.now() + clock.aheadMs,
    });
    for (const fault of point.faults ?? []) sandbox.queueFault(fault);
    await mkdir(inside('data'));
    await writeFile(inside('token'), CANARY_TOKEN);
    await writeFile(inside('policy.json'), startingPolicy(point.work));
    const machine = await Machine.assemble({
      dataFolder: inside('data'),
      tablesFile: inside('data/tables.db'),
      policyFile: inside('policy.json'),
      tokenFile: inside('token'),
      serviceUrl: sandbox.url,
      received: () => {
        const posts = sandbox.journal().filter(({ method }) => method === 'POST');
        const whole = posts.filter(({ body }) => body !== null);
        return { begun: posts.length, whole: whole.length };
      },
      clockMoved: (aheadMs) => {
        clock.aheadMs = aheadMs;
      },
      clockAfterRefusalMs: point.refusal?.clockMs ?? 0,
    });
    return new Scene(point, model, folder, sandbox, machine);
  }

  private constructor(
    point: CrashPoint,
    model: LocalModel,
    folder: string,
    sandbox: RunningSandbox,
    machine: Machine,
  ) {
    this.#point = point;
    this.#model = model;
    this.#folder = folder;
    this.#sandbox = sandbox;
    this.#machine = machine;
    this.#asker = askerFor(point.work, sandbox);
  }

  /** Starts, lives until the death, and looks at the books while nothing runs. */
  async dieAt(death: Death, index: number): Promise<readonly string[]> {
    const endpoint = await this.#machine.startEngine();
    const stack = this.#machine.startStack(this.#planOf(death));
    const aftermath = this.#aftermath(endpoint);
    const living = new AbortController();
    const life = this.#asker?.ask(stack.listening, living.signal);
    // What a first death left behind is found only later; the second one is about that.
    const moving =
      index === 0 ? null : aftermath.moveClockAfterARound(this.#point.work, living.signal);
    // What fails in one of them shows in how it ends; they are waited for afterwards.
    const beside = Promise.allSettled([life, moving]);
    const late = sleep(DEATH_TIMEOUT_MS, 'it lives on', { ref: false });
    const how = await Promise.race([stack.ended, late]);
    living.abort();
    this.#machine.kill();
    await beside;
    await this.#machine.ended();
    aftermath.close();
    if (how !== 'SIGKILL') return [`it did not die at the point, but: ${how}`];
    return await this.#look((books) => {
      this.#noteCutOff(books);
      return disagreements(books);
    });
  }

  #aftermath(endpoint: string): Aftermath {
    const reader = new LedgerReader(this.#model, connectionTo(endpoint));
    return new Aftermath(this.#machine, reader, this.#claimsOfTheDead);
  }

  #noteCutOff({ instructions }: Books): void {
    for (const instruction of instructions) {
      const claim = openClaimOf(instruction);
      if (claim === null) continue;
      this.#claimsOfTheDead.add(claim);
      this.#cutOff.add(instruction.id);
    }
  }

  async settle(): Promise<{
    readonly ending: Ending | null;
    readonly problems: readonly string[];
  }> {
    const endpoint = await this.#machine.startEngine();
    const stack = this.#machine.startStack();
    const aftermath = this.#aftermath(endpoint);
    const living = new AbortController();
    const asked = this.#asker?.ask(stack.listening, living.signal);
    let answer: string | null = null;
    try {
      await stack.listening;
      await aftermath.moveClockAfterARound(this.#point.work, living.signal);
      // A caller waits for the answer; people look after whatever is unknown for as long as it is.
      if (this.#point.work === 'trade') answer = await answerIn(asked);
      await aftermath.settled(this.#sandbox, this.#point.work);
    } finally {
      living.abort();
      await asked;
      aftermath.close();
      await this.#machine.endStack();
    }
    let ending: Ending | null = null;
    const problems = await this.#look(async (books, engine) => {
      const seen = endingOf(this.#point, books, { answer, cutOff: this.#cutOff });
      ending = seen.ending;
      return [
        ...disagreements(books),
        ...snapshotDisagreements(books),
        ...seen.problems,
        ...(await this.#traces(engine)),
      ];
    });
    // A point that was never looked at has shown nothing.
    return { ending, problems: ending === null ? [...problems, 'there are no books'] : problems };
  }

  lastLines(): readonly string[] {
    return this.#machine.output().trimEnd().split('\n').slice(-LAST_LINES);
  }

  async close(): Promise<void> {
    await this.#machine.close();
    await this.#sandbox.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The books while only the engine runs, on the files as they were left. It goes on running. */
  async #look(
    judge: (books: Books, engine: string) => Promise<readonly string[]> | readonly string[],
  ): Promise<readonly string[]> {
    const engine = await this.#machine.startEngine();
    const reader = new LedgerReader(this.#model, connectionTo(engine));
    try {
      if (!(await reader.hasTables())) return [];
      return await judge(await reader.books(this.#sandbox), engine);
    } finally {
      reader.close();
    }
  }

  async #traces(engine: string): Promise<readonly string[]> {
    const said = [this.#machine.output(), JSON.stringify(this.#sandbox.journal())];
    return await tokenTraces(said, path.join(this.#folder, 'data'), engine);
  }

  #planOf(death: Death): DeathPlan {
    const { refusal, heldBack } = this.#point;
    const around: Intervention[] = [
      ...(heldBack === undefined ? [] : [{ kind: 'hold', effect: heldBack } as const]),
      ...(refusal === undefined ? [] : [{ kind: 'refuse', ...refusal } as const]),
    ];
    if (death.kind === 'function-done') {
      const { by, holds } = death;
      return { interventions: around, dieWhenDone: { function: by, holds } };
    }
    const { effect, moment } = death;
    return { interventions: [{ kind: 'kill', effect, moment }, ...around] };
  }
}
