import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FunctionModel } from '../../local/assembly/model.ts';
import { FunctionPool } from '../../local/functions/function-pool.ts';
import type { Stack } from '../../local/stack.ts';
import { bundle, ROOT } from '../cold/bundle.ts';
import { type Addresses, addressesOf, environmentOf, modelOf } from '../stack/environment.ts';
import { BARE_VARIABLES, bareCallsSource, type Order } from './bare-source.ts';
import { openRecorder, type RecordedCall, type Recorder } from './recorder.ts';

/** A function of the stack, beside it what stands in for it: each in workers of its own, as the stack has them. */
export class Workers {
  readonly #stack: Stack;
  readonly #model: FunctionModel;
  readonly #addresses: Addresses;
  readonly #folder: string;
  readonly #pools: FunctionPool[] = [];
  readonly recorder: Recorder;

  private constructor(
    stack: Stack,
    model: FunctionModel,
    addresses: Addresses,
    folder: string,
    recorder: Recorder,
  ) {
    this.#stack = stack;
    this.#model = model;
    this.#addresses = addresses;
    this.#folder = folder;
    this.recorder = recorder;
  }

  /** `name` is that of its folder in functions/. */
  static async of(stack: Stack, name: string): Promise<Workers> {
    const model = modelOf(stack, name);
    const addresses = addressesOf(stack);
    const folder = await mkdtemp(path.join(tmpdir(), 'sluice-warm-'));
    return new Workers(stack, model, addresses, folder, await openRecorder(addresses));
  }

  /** The function as it is deployed. */
  own(): FunctionPool {
    return this.#pool(this.#model, this.#addresses);
  }

  /** The same; what it calls is recorded. */
  recorded(): FunctionPool {
    return this.#pool(this.#model, this.recorder.addresses);
  }

  /** A bare handler that makes these calls, bundled as the functions are. */
  async bare(calls: readonly RecordedCall[], order: Order = 'at once'): Promise<BareWorkers> {
    const stdin = { contents: bareCallsSource(calls, order), resolveDir: ROOT };
    const { file } = await bundle({ stdin }, path.join(this.#folder, order.replaceAll(' ', '-')));
    const { dir: assetFolder, name } = path.parse(file);
    const model = { ...this.#model, assetFolder, handler: `${name}.handler` };
    return {
      bare: this.#pool(model, this.#addresses, this.#bareVariables(this.#addresses)),
      bareRecorded: this.#pool(
        model,
        this.recorder.addresses,
        this.#bareVariables(this.recorder.addresses),
      ),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
    await this.recorder.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #pool(
    model: FunctionModel,
    addresses: Addresses,
    more: Readonly<Record<string, string>> = {},
  ): FunctionPool {
    const environment = { ...environmentOf(this.#stack, model, addresses), ...more };
    const pool = new FunctionPool(model, { environment: () => environment, log: () => undefined });
    this.#pools.push(pool);
    return pool;
  }

  #bareVariables({ service }: Addresses): Readonly<Record<string, string>> {
    return {
      [BARE_VARIABLES.service]: service,
      [BARE_VARIABLES.authorisation]: `Bearer ${this.#stack.service.token.reveal()}`,
    };
  }
}

export interface BareWorkers {
  readonly bare: FunctionPool;
  readonly bareRecorded: FunctionPool;
}
