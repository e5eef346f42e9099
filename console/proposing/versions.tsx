import type { ReactNode } from 'react';
import { differencesOf } from '../approving/differences.ts';
import parts from '../display/parts.module.css';
import { SideBySide } from '../display/side-by-side.tsx';
import { Status } from '../display/status.tsx';
import { When } from '../display/when.tsx';

interface Versioned {
  readonly version: number;
  readonly deletedAt?: string;
  /** Absent: not known of a version this old. */
  readonly activeSince?: string;
  /** Of an account: when its cooling-off ended. */
  readonly usableFrom?: string;
}

interface VersionsProps<Piece extends Versioned> {
  /** Newest first. */
  readonly versions: readonly Piece[];
  /** What people set of it: what else differs is no change of theirs. */
  readonly contentOf: (version: Piece) => object;
  /** What a version does, as a sentence. */
  readonly does?: (version: Piece) => ReactNode;
  /** Beside the title of a version: a way back to it, say. */
  readonly aside?: (version: Piece, isCurrent: boolean) => ReactNode;
}

/** Every version of a piece of the policy, each beside the one before. */
export function Versions<Piece extends Versioned>({
  versions,
  contentOf,
  does,
  aside,
}: VersionsProps<Piece>) {
  return (
    <ol className={parts.list}>
      {versions.map((version, index) => {
        const before = versions[index + 1];
        const differences =
          before === undefined ? [] : differencesOf(contentOf(before), contentOf(version));
        return (
          <li key={version.version}>
            <h3>
              Version {version.version}
              {version.deletedAt !== undefined ? (
                <Status state="deleted" />
              ) : (
                index === 0 && <Status state="in-force" tone="good" text="in force" />
              )}
              {aside?.(version, index === 0)}
            </h3>
            {does?.(version)}
            <Dates version={version} />
            {before === undefined ? (
              <p className={parts.quiet}>The first version that is shown.</p>
            ) : differences.length === 0 ? (
              <p className={parts.quiet}>Nothing that people set differs from the one before.</p>
            ) : (
              <SideBySide
                label={`What version ${version.version} changed`}
                differences={differences}
                sides={[`Version ${before.version}`, `Version ${version.version}`]}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Since when a version is in force, and of an account until when it cooled off. */
function Dates({ version: { activeSince, usableFrom } }: { readonly version: Versioned }) {
  if (activeSince === undefined && usableFrom === undefined) return null;
  return (
    <p className={parts.quiet}>
      {activeSince !== undefined && (
        <>
          In force since <When at={activeSince} as="second" />.{' '}
        </>
      )}
      {usableFrom !== undefined && (
        <>
          Cooling off until <When at={usableFrom} as="second" />: nothing leaves for it before.
        </>
      )}
    </p>
  );
}
