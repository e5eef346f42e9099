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

/** A stage that is to leave the version `from`, where it is attached, for the version `to`. */
export interface StageMove {
  readonly stage: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type StageMoveResult =
  | 'moved'
  | 'no-version'
  | 'nothing-asked'
  /** The stage is not at the version that it was to leave. */
  | 'not-there'
  | 'held-by-another'
  | 'current-must-be-somewhere';

/** The template's secrets with their values, in memory and nowhere else: a restart asks again. */
export class Secrets {
  readonly #models: readonly SecretModel[];
  readonly #versions = new Map<string, readonly SecretVersion[]>();

  constructor(models: readonly SecretModel[]) {
    this.#models = models;
  }

  /** The secret that a name or an ARN, with or without its random ending, means. */
  find(id: string): StoredSecret | null {
    const model = this.#models.find(
      ({ name, arn }) => id === name || id === arn || id === arn.replace(/-[^-]{6}$/, ''),
    );
    if (model === undefined) return null;
    return { ...model, versions: this.#versionsOf(model) };
  }

  /**
   * Adds a version. A stage moves to it from wherever it was; a version that becomes current makes the
   * one before it the previous one, and a secret's first version is current whatever it was put as.
   * False if the id is taken by another value; the same value again changes nothing.
   */
  put(
    secret: SecretModel,
    id: string,
    value: string,
    stages: readonly string[] = [CURRENT],
  ): boolean {
    const versions = this.#versionsOf(secret);
    const same = versions.find((version) => version.id === id);
    if (same !== undefined) return same.value === value;
    const isFirst = versions.length === 0;
    const added = { id, value, createdAtMs: Date.now(), stages: [] };
    const attached = isFirst && !stages.includes(CURRENT) ? [...stages, CURRENT] : stages;
    this.#versions.set(
      secret.arn,
      attached.reduce<readonly SecretVersion[]>(
        (current, stage) => withStageAt(current, stage, id),
        [...versions, added],
      ),
    );
    return true;
  }

  /** Moves a stage from one version to another, attaches it, or takes it off; refuses what it must. */
  moveStage(secret: SecretModel, { stage, from, to }: StageMove): StageMoveResult {
    const versions = this.#versionsOf(secret);
    for (const id of [from, to]) {
      if (id !== undefined && !versions.some((version) => version.id === id)) return 'no-version';
    }
    const holder = versions.find((version) => version.stages.includes(stage));
    // A stage that is already in place is no error, however often it is requested.
    if (to !== undefined && holder?.id === to) return 'moved';
    if (from === undefined && to === undefined) return 'nothing-asked';
    if (from !== undefined && holder?.id !== from) return 'not-there';
    if (holder !== undefined && from === undefined) return 'held-by-another';
    if (to === undefined && stage === CURRENT) return 'current-must-be-somewhere';
    this.#versions.set(secret.arn, withStageAt(versions, stage, to ?? null));
    return 'moved';
  }

  #versionsOf(secret: SecretModel): readonly SecretVersion[] {
    return this.#versions.get(secret.arn) ?? [];
  }
}

/** The versions with a stage at one of them, or at none, and the previous one where that follows. */
function withStageAt(
  versions: readonly SecretVersion[],
  stage: string,
  to: string | null,
): readonly SecretVersion[] {
  const holder = versions.find((version) => version.stages.includes(stage));
  const moved = versions.map((version) => {
    const others = version.stages.filter((each) => each !== stage);
    return { ...version, stages: version.id === to ? [...others, stage] : others };
  });
  if (stage !== CURRENT || holder === undefined) return moved;
  return withStageAt(moved, PREVIOUS, holder.id);
}
