import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { AssetHashType, DockerImage, Stack } from 'aws-cdk-lib';
import { AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { digestOf } from '../source-digest.ts';
import { bundleFolder, FUNCTIONS_FOLDER } from './bundles.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** The place where Lambda finds the export of functions/NAME/handler.ts, once it is bundled. */
export const BUNDLE_HANDLER = 'index.handler';

/**
 * The bundle of functions/NAME/handler.ts: one ESM file with the SDK in it, made by the esbuild of this
 * project before the synthesis (`beginBundling`). The CDK's own construct starts npm and esbuild anew for each
 * function, one after the other, which takes many times as long.
 */
export function bundleOf(scope: Construct, name: string): Code {
  // A caller that only reads a template need not wait for bundles.
  if (!Stack.of(scope).bundlingRequired) return new AssetCode(path.join(FUNCTIONS_FOLDER, name));
  return Code.fromAsset(PROJECT_ROOT, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('never-in-a-container'),
      // Nothing runs it: it only tells the bundles apart.
      command: [name],
      local: { tryBundle: (outputFolder) => bundled(name, outputFolder) },
    },
  });
}

function bundled(name: string, outputFolder: string): true {
  const folder = bundleFolder(name);
  for (const file of readdirSync(folder)) {
    cpSync(path.join(folder, file), path.join(outputFolder, file), { recursive: true });
  }
  return true;
}

/** Changes when the bundle does; the same for every template that is made without bundling. */
export function bundleDigest(scope: Construct, name: string): string {
  if (!Stack.of(scope).bundlingRequired) return 'unbundled';
  const folder = bundleFolder(name);
  return digestOf(folder, readdirSync(folder).sort());
}
