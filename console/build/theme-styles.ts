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
  });
  return convertCssVariables({ ...resolved, light: scheme('light'), dark: scheme('dark') });
}
