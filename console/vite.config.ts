import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { colorSchemeScript } from './build/color-scheme-script.ts';
import { noticesBeside } from './build/notices-beside.ts';
import { policySchemas } from './build/policy-schemas.ts';
import { themeStyles } from './build/theme-styles.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  plugins: [react(), themeStyles(), colorSchemeScript(), policySchemas(), noticesBeside()],
  cacheDir: path.resolve(import.meta.dirname, '../node_modules/.cache/vite-console'),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // Nothing becomes a data: address: the content security policy permits none.
    assetsInlineLimit: 0,
    // The polyfill of preloading would be a script of its own; the browsers that this target names preload themselves.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
