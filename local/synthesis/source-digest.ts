import { digestOf } from '../../lib/source-digest.ts';

/** All sources of the assembly: the app, its bundles, and the tools that build them. */
export const SOURCES = [
  'bin/sluice-app.ts',
  'lib',
  'functions',
  'api',
  'reporting',
  'runtime',
  'adapters',
  'treasury',
  'cdk.json',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** A digest (hex) that changes when a synthesis would give something else. */
export function sourceDigest(projectRoot: string): string {
  return digestOf(projectRoot, SOURCES);
}
