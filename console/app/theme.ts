import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent colour: a deep water green, dark enough for white text from shade 7 on. */
const SLUICE: MantineColorsTuple = [
  '#e8f6f7',
  '#d3ebed',
  '#a8d6da',
  '#79bfc5',
  '#4fa9b1',
  '#2f929b',
  '#1a7d87',
  '#0d6670',
  '#08545d',
  '#033f47',
];

/** What stops or takes away. White can be read on shades 6 and 7, and shade 4 on dark. */
const RED: MantineColorsTuple = [
  '#fdeceb',
  '#fad6d4',
  '#f7bdb9',
  '#f5a09a',
  '#f0837c',
  '#d84339',
  '#c9302c',
  '#b3261e',
  '#971c16',
  '#7a130e',
];

/** Neutral greys with a trace of the accent, so that dark surfaces do not look like holes. */
const DARK: MantineColorsTuple = [
  '#d7dee0',
  '#b9c3c6',
  '#9aa6aa',
  '#6d7a7e',
  '#455155',
  '#333e42',
  '#252f32',
  '#1a2224',
  '#141b1d',
  '#0e1415',
];

/*
 * Scroll lock comes from a library that writes style tags, which the content security policy refuses; console/app/base.css
 * locks scrolling by a selector instead.
 */
const UNLOCKED = { defaultProps: { lockScroll: false } };

/** The page has one banner: the head of a dialog is none. */
const NO_LANDMARK = { defaultProps: { role: 'presentation' } };

const NAMED_CLOSE = { defaultProps: { 'aria-label': 'Close' } };

export const theme = createTheme({
  colors: { sluice: SLUICE, red: RED, dark: DARK },
  primaryColor: 'sluice',
  // Text on it is white in both schemes: shade 6 is the lightest that white can be read on.
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Modal: UNLOCKED,
    ModalHeader: NO_LANDMARK,
    DrawerHeader: NO_LANDMARK,
    ModalCloseButton: NAMED_CLOSE,
    DrawerCloseButton: NAMED_CLOSE,
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    ModalRoot: UNLOCKED,
    Drawer: UNLOCKED,
    DrawerRoot: UNLOCKED,
    Spotlight: UNLOCKED,
    SpotlightRoot: UNLOCKED,
    TextInput: { defaultProps: { size: 'sm' } },
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 200,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
});
