import type { SecretModel } from '../assembly/model.ts';

const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';

export interface SecretVersion {
  readonly id: string;
  readonly value: string;
  readonly createdAtMs: number;
  readonly stages: readonly string[];
}

export interface StoredSecret extends SecretModel {
  readonly versions: readonly SecretVersion[];
}

/** The template's secrets with their values, in memory and nowhere else: a restart asks again. */
export class Secrets {
  readonly #models: readonly SecretModel[];
  readonly #versions = new Map<string, SecretVersion[]>();

  constructor(models: readonly SecretModel[]) {
    this.#models = models;
  }

  /** The secret that a name or an ARN, with or without its random ending, means. */
  find(id: string): StoredSecret | null {
    const model = this.#models.find(
      ({ name, arn }) => id === name || id === arn || id === arn.replace(/-[^-]{6}$/, ''),
    );
    if (model === undefined) return null;
    return { ...model, versions: this.#versions.get(model.arn) ?? [] };
  }

  /**
   * Adds a version. A version that becomes current makes the one before it the previous one. False
   * where the id is taken by another value; the same value again changes nothing.
   */
  put(
    secret: SecretModel,
    id: string,
    value: string,
    stages: readonly string[] = [CURRENT],
  ): boolean {
    const versions = this.#versions.get(secret.arn) ?? [];
    const same = versions.find((version) => version.id === id);
    if (same !== undefined) return same.value === value;
    const hadCurrent = versions.find((version) => version.stages.includes(CURRENT));
    const moved = versions.map((version) => {
      const kept = version.stages.filter((stage) => !stages.includes(stage));
      if (!stages.includes(CURRENT)) return { ...version, stages: kept };
      const others = kept.filter((stage) => stage !== PREVIOUS);
      return { ...version, stages: version === hadCurrent ? [...others, PREVIOUS] : others };
    });
    this.#versions.set(secret.arn, [...moved, { id, value, createdAtMs: Date.now(), stages }]);
    return true;
  }
}
