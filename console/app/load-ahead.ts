import { matchPath } from 'react-router';
import { placeAhead } from '../session/sign-in-settings.ts';
import { screens } from './routes.ts';

/** Where an address without a screen leads to. */
const FIRST = 'overview';

/** Begins to load the part of the program that the address shows, while the person is still being signed in. */
export function loadAhead(location: Pick<Location, 'pathname' | 'search'>): void {
  const place = placeAhead(location) ?? location.pathname;
  const [pathname = place] = place.split(/[?#]/);
  const found = screens.find(({ path }) => matchPath(`/t/:tenant/${path}`, pathname) !== null);
  const screen = found ?? screens.find(({ path }) => path === FIRST);
  // A part that does not arrive is asked for again by its route, which says so.
  screen?.lazy().catch(() => undefined);
}
