import path from 'node:path';
import type { Plugin } from 'vite';
import { licenceNotices, NOTICES_FILE } from '../../lib/licence-notices.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** The licences of everything of others in the build, in a file beside the page; the settings lead to it. */
export function noticesBeside(): Plugin {
  return {
    name: 'sluice-notices-beside',
    async generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((each) =>
        each.type === 'chunk' ? Object.keys(each.modules).map(fileOf) : [],
      );
      const source = await licenceNotices(PROJECT_ROOT, files);
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source });
    },
  };
}

/** Without what plugins put before and behind a module's file. */
function fileOf(id: string): string {
  return id.replace(/^\0/, '').replace(/\?.*$/, '');
}
