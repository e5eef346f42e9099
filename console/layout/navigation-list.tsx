import { Link, NavLink } from 'react-router';
import { useTenant } from '../session/person.tsx';
import classes from './layout.module.css';
import { NAVIGATION } from './navigation.ts';
import { useWaiting } from './shell-state.tsx';

/** The screens, and how much waits in the inbox. */
export function NavigationList({ onChosen }: { readonly onChosen?: () => void }) {
  const tenant = useTenant();
  const waiting = useWaiting();
  return (
    <nav aria-label="Screens" className={classes.navigation}>
      <ul>
        {NAVIGATION.map(({ text, icon: Shape, links }) => (
          <li key={text}>
            {links.length > 1 && (
              <span className={classes.group}>
                <Shape size={14} />
                {text}
              </span>
            )}
            <ul className={links.length > 1 ? classes.links : undefined}>
              {links.map((link) => (
                <li key={link.to}>
                  <NavLink
                    to={`/t/${tenant}/${link.to}`}
                    className={classes.link ?? ''}
                    {...(onChosen !== undefined && { onClick: onChosen })}
                  >
                    {links.length === 1 && <Shape size={14} />}
                    {link.text}
                    {link.to === 'inbox' && waiting !== null && waiting > 0 && (
                      <span className={classes.count} title="Waits for you">
                        {waiting}
                      </span>
                    )}
                  </NavLink>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Brand() {
  const tenant = useTenant();
  return (
    <Link to={`/t/${tenant}/overview`} className={classes.brand}>
      Sluice
    </Link>
  );
}
