import { randomUUID } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../assembly/local-names.ts';
import type { EventBusModel, EventRuleModel } from '../assembly/model.ts';
import type { Functions } from '../functions/functions.ts';
import type { AsyncInvocations } from '../lambda-api/async-invocations.ts';

/** Events that are kept to be looked at: some minutes of a busy demonstration, about 200 kB. */
const MAX_KEPT = 200;

export interface EventEntry {
  readonly bus: string;
  readonly source: string;
  readonly detailType: string;
  readonly time: string;
  readonly resources: readonly string[];
  readonly detail: object;
}

export type EntryResult =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface EventBusesOptions {
  readonly buses: readonly EventBusModel[];
  readonly rules: readonly EventRuleModel[];
  readonly functions: Pick<Functions, 'find'>;
  readonly asyncInvocations: Pick<AsyncInvocations, 'accept'>;
}

/**
 * The event buses: each event is matched with the rules and handed to their functions, which is all that taking it
 * means. Nothing waits in here: the caller that put an event gets an error if a function did not take it.
 */
export class EventBuses {
  readonly #options: EventBusesOptions;
  readonly #kept: object[] = [];

  constructor(options: EventBusesOptions) {
    this.#options = options;
  }

  put(entry: EventEntry): EntryResult {
    const { buses, rules } = this.#options;
    const bus = buses.find(({ name, arn }) => name === entry.bus || arn === entry.bus);
    if (bus === undefined) {
      return {
        ok: false,
        code: 'NotAuthorizedForSourceException',
        message: 'there is no such bus',
      };
    }
    const id = randomUUID();
    const event = {
      version: '0',
      id,
      'detail-type': entry.detailType,
      source: entry.source,
      account: LOCAL_ACCOUNT,
      time: entry.time,
      region: LOCAL_REGION,
      resources: entry.resources,
      detail: entry.detail,
    };
    const matching = rules.filter((rule) => rule.busName === bus.name && rule.matches(event));
    const handed = matching
      .flatMap(({ functionNames }) => functionNames)
      .every((name) => this.#hand(name, JSON.stringify(event)));
    if (!handed) return { ok: false, code: 'ThrottlingException', message: 'too many events wait' };
    this.#keep(entry.detail);
    return { ok: true, id };
  }

  /** The details of the latest events, newest first. */
  latest(): readonly object[] {
    return this.#kept.toReversed();
  }

  #hand(functionName: string, payload: string): boolean {
    const { functions, asyncInvocations } = this.#options;
    const model = functions.find(functionName);
    return model !== undefined && asyncInvocations.accept(model, payload);
  }

  #keep(detail: object): void {
    this.#kept.push(detail);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
  }
}
