import path from 'node:path';
import { AssetHashType, DockerImage, Stack } from 'aws-cdk-lib';
import { AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS } from './bundle-settings.ts';
import { writeFilesBeside } from './files-beside.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** The place where Lambda finds the export of functions/NAME/handler.ts, once it is bundled. */
export const BUNDLE_HANDLER = 'index.handler';

/**
 * The bundle of functions/NAME/handler.ts: one ESM file with the SDK in it, made by the esbuild of this
 * project within this process. The CDK's own construct starts npm and esbuild anew for each function,
 * which takes three times as long.
 */
export function bundleOf(scope: Construct, name: string): Code {
  // A caller that only reads a template need not wait for bundles.
  if (!Stack.of(scope).bundlingRequired)
    return new AssetCode(path.join(PROJECT_ROOT, 'functions', name));
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
  buildSync({
    ...BUNDLE_OPTIONS,
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [path.join('functions', name, 'handler.ts')],
    outdir: outputFolder,
    logLevel: 'warning',
  });
  writeFilesBeside(name, outputFolder);
  return true;
}
