import type { ApiModel, RouteModel, ThrottleModel } from '../assembly/model.ts';

/** A second of a request's answer is the least that Retry-After can say. */
const LEAST_SECONDS = 1;

/**
 * API Gateway's throttling of a stage: for each route a bucket of `burst` tokens that fills with `rate` of
 * them a second; a request takes one, or is refused. A route without settings of its own has those of the
 * stage, and still a bucket of its own: a flood of one route does not close the others.
 */
export class Throttle {
  readonly #limits: Pick<ApiModel, 'throttle'>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(api: Pick<ApiModel, 'throttle'>) {
    this.#limits = api;
  }

  /** Null if the request may pass; else the seconds after which one may. */
  refusal({ key, throttle }: Pick<RouteModel, 'key' | 'throttle'>, nowMs: number): number | null {
    const limits = throttle ?? this.#limits.throttle;
    if (limits === null) return null;
    const bucket = this.#buckets.get(key) ?? new Bucket(limits, nowMs);
    this.#buckets.set(key, bucket);
    return bucket.take(nowMs);
  }
}

/** The same API without limits: for measurements and for tests of something else. */
export function withoutLimits(api: ApiModel): ApiModel {
  const routes = api.routes.map((route) => ({ ...route, throttle: null }));
  return { ...api, routes, throttle: null };
}

class Bucket {
  readonly #limits: ThrottleModel;
  #tokens: number;
  #filledAtMs: number;

  constructor(limits: ThrottleModel, nowMs: number) {
    this.#limits = limits;
    this.#tokens = limits.burst;
    this.#filledAtMs = nowMs;
  }

  take(nowMs: number): number | null {
    const { rate, burst } = this.#limits;
    const passed = Math.max(0, nowMs - this.#filledAtMs) / 1_000;
    this.#tokens = Math.min(burst, this.#tokens + passed * rate);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return Math.max(LEAST_SECONDS, Math.ceil((1 - this.#tokens) / rate));
    this.#tokens -= 1;
    return null;
  }
}
