import { NewerVersionError, SCHEMA_VERSION } from '../../treasury/records/newer-version.ts';
import { FIRST_SCHEMA_VERSION } from '../../treasury/records/schema-version.ts';
import { type Item, UnreadableItemError } from './item.ts';

/*
 * Items whose content is packed and computed anew as a whole: points and roll-ups of a series, parts of a statement.
 * Every write replaces all of it, so whatever a later version of Sluice adds to one is a later version of its packing.
 */

/** A kind of such items. */
export interface Packing {
  /** As people know it. */
  readonly entity: string;
  /** The newest version that this code reads and writes. */
  readonly version: number;
}

/** The attribute that such an item has besides its content. */
export function versionAttribute({ version }: Packing) {
  return { [SCHEMA_VERSION]: version };
}

/** The condition of a write: it replaces no item of a later version. To be used with `VERSION_NAMES`. */
export const NOT_NEWER = '(attribute_not_exists(#version) OR #version <= :version)';
export const VERSION_NAMES = { '#version': SCHEMA_VERSION };

/**
 * The item, if this code knows its packing. Items from before they had versions are of the first.
 * @throws NewerVersionError, UnreadableItemError
 */
export function knownPacking({ entity, version: latest }: Packing, item: Item): Item {
  const version = Number(item[SCHEMA_VERSION]?.N ?? FIRST_SCHEMA_VERSION);
  const key = `${item.pk?.S ?? '?'} / ${item.sk?.S ?? '?'}`;
  if (!Number.isInteger(version))
    throw new UnreadableItemError(entity, key, 'its version is no number');
  if (version <= latest) return item;
  throw new NewerVersionError(
    `${entity} item ${key} is of version ${version}; known here: ${latest}`,
  );
}
