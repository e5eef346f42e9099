import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTenant } from '../session/person.tsx';
import classes from './layout.module.css';
import { useWaiting } from './shell-state.tsx';
import { usePrintFooter } from './use-print-footer.ts';

interface PageProps {
  readonly title: string;
  /** One line below the title: of what moment this is, and of what. */
  readonly subtitle?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Where the focus was taken last: the first screen leaves it to the browser. */
let lastFocused: string | null = null;

/** A screen: its title, also the document's with the inbox's count, takes the focus when the address changes. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const waiting = useWaiting();
  const tenant = useTenant();
  usePrintFooter('title', `${tenant} · ${title}`);

  useEffect(() => {
    const count = waiting !== null && waiting > 0 ? `(${waiting}) ` : '';
    document.title = `${count}${title} · ${tenant} · Sluice`;
  }, [title, waiting, tenant]);

  useEffect(() => {
    if (lastFocused !== null && lastFocused !== pathname) heading.current?.focus();
    lastFocused = pathname;
  }, [pathname]);

  return (
    <>
      <header className={classes.pageHeader}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Lets a table reach the panel's edges. @default false */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A part of a screen with a heading of its own. */
export function Panel({ title, aside, isFlush = false, children }: PanelProps) {
  return (
    <section className={classes.panel} aria-label={title}>
      <header className={classes.panelHeader}>
        <h2>{title}</h2>
        {aside !== undefined && <div className={classes.panelAside}>{aside}</div>}
      </header>
      <div className={isFlush ? classes.panelFlush : classes.panelBody}>{children}</div>
    </section>
  );
}
