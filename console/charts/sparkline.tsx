import classes from './charts.module.css';
import { type SeriesPoint, sparklinePath } from './series.ts';

const SIZE = { width: 96, height: 24 };
/** Room for the line's own width at the edges. */
const MARGIN = 2;

/** A small line beside figures that say the same: whoever reads the figures misses nothing. */
export function Sparkline({ points }: { readonly points: readonly SeriesPoint[] }) {
  const path = sparklinePath(points, SIZE);
  const box = `${-MARGIN} ${-MARGIN} ${SIZE.width + 2 * MARGIN} ${SIZE.height + 2 * MARGIN}`;
  return (
    <svg viewBox={box} className={classes.sparkline} aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
