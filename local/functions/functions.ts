import type { FunctionModel } from '../assembly/model.ts';
import { FunctionPool, type InvocationOptions } from './function-pool.ts';
import type { InvocationResult } from './function-worker.ts';

export interface FunctionsContext {
  readonly environmentOf: (model: FunctionModel) => Readonly<Record<string, string>>;
  readonly log: (functionName: string, line: string) => void;
  /** Called after every invocation: watchers of its writes can look at once. */
  readonly finished: (model: FunctionModel, result: InvocationResult) => void;
}

/** The functions of the assembly, ready to be invoked by name or ARN. */
export class Functions {
  readonly #pools: ReadonlyMap<string, FunctionPool>;
  readonly #finished: FunctionsContext['finished'];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(models: readonly FunctionModel[], context: FunctionsContext) {
    const { environmentOf, log, finished } = context;
    this.#finished = finished;
    this.#pools = new Map(
      models.map((model) => [
        model.name,
        new FunctionPool(model, { environment: () => environmentOf(model), log }),
      ]),
    );
  }

  /** All of them. */
  get models(): readonly FunctionModel[] {
    return [...this.#pools.values()].map(({ model }) => model);
  }

  /** The function that a name, an ARN or a partial ARN means, as the Invoke API takes them. */
  find(reference: string): FunctionModel | undefined {
    const name = reference.replace(/:\$LATEST$/, '').replace(/^(?:.*:)?function:/, '');
    return this.#pools.get(name)?.model;
  }

  async invoke(
    name: string,
    payload: string,
    options: InvocationOptions = {},
  ): Promise<InvocationResult> {
    const pool = this.#pools.get(name);
    if (pool === undefined) throw new Error(`there is no function ${name}`);
    const invocation = pool.invoke(payload, options);
    this.#underWay.add(invocation);
    try {
      const result = await invocation;
      this.#finished(pool.model, result);
      return result;
    } finally {
      this.#underWay.delete(invocation);
    }
  }

  /** Begins to load a function that will be invoked soon. */
  warm(name: string): void {
    this.#pools.get(name)?.warm();
  }

  /** How many invocations run or wait for a worker. */
  get busy(): number {
    return this.#underWay.size;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}
