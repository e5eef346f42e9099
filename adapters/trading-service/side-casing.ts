/** How the side of a trade is written (reference, 4.3: `Sell` occurs). */
export const SIDE_CASINGS = ['capitalised', 'lower', 'upper'] as const;
export type SideCasing = (typeof SIDE_CASINGS)[number];
