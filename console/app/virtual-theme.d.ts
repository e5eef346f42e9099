/** The theme's variables, which console/build/theme-styles.ts makes. */
declare module 'virtual:theme.css';
