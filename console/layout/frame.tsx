import classes from './layout.module.css';

/** Lines that a screen has room for. */
const LINES = Array.from({ length: 12 }, (_, line) => line);

/**
 * The place of everything while the person is being signed in and the first answers are on their way: what arrives then
 * moves nothing that is drawn already. It needs nothing but its styles, so it is drawn first of all.
 */
export function Frame({ says = 'Loading' }: { readonly says?: string }) {
  return (
    <div className={classes.shell}>
      <div className={classes.header}>
        <span className={classes.brand}>Sluice</span>
        <span className={classes.tenant} role="status">
          {says}…
        </span>
      </div>
      <div className={classes.side} />
      <main className={classes.main} aria-busy="true">
        <div className={classes.frameTitle} />
        <div className={classes.framePanel}>
          {LINES.map((line) => (
            <div key={line} className={classes.frameLine} />
          ))}
        </div>
      </main>
    </div>
  );
}
