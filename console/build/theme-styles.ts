import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../app/theme.ts';

/** What the entry imports to get the theme's variables. */
const MODULE = 'virtual:theme.css';

/** What Mantine's parts take from the console's own surfaces and inks (console/app/base.css). */
const SURFACES = {
  '--mantine-color-body': 'var(--sluice-page)',
  '--mantine-color-text': 'var(--sluice-text)',
  '--mantine-color-dimmed': 'var(--sluice-quiet)',
  '--mantine-color-anchor': 'var(--sluice-accent)',
  '--mantine-color-error': 'var(--sluice-bad)',
  '--mantine-color-placeholder': 'var(--sluice-quiet)',
  '--mantine-color-default': 'var(--sluice-surface)',
  '--mantine-color-default-border': 'var(--sluice-line-strong)',
};

/**
 * The theme's variables as a style sheet of the build. The provider would put them into a style tag, which the content
 * security policy refuses.
 */
export function themeStyles(): Plugin {
  return {
    name: 'sluice-theme-styles',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? variables() : null),
  };
}

function variables(): string {
  const resolved = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const scheme = (name: 'light' | 'dark') => ({
    ...resolved[name],
    '--mantine-color-scheme': name,
    ...SURFACES,
  });
  return convertCssVariables({ ...resolved, light: scheme('light'), dark: scheme('dark') });
}
