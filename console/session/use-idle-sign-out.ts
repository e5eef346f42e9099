import { useEffect } from 'react';
import { useSession } from './session.tsx';

/** Minutes without a touch of the page: long enough to read a statement, short enough for a desk that was left. */
const IDLE_MINUTES = 30;
const IDLE_MS = IDLE_MINUTES * 60_000;

/** How often it is looked at: a laptop that slept wakes up to this, not to a timer that slept with it. */
const LOOK_MS = 15_000;

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Signs out whoever left the page alone. */
export function useIdleSignOut(): void {
  const { signOut } = useSession();
  useEffect(() => {
    let last = Date.now();
    const touched = () => {
      last = Date.now();
    };
    const look = setInterval(() => {
      if (Date.now() - last >= IDLE_MS) void signOut('idle');
    }, LOOK_MS);
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, touched, { passive: true });
    return () => {
      clearInterval(look);
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, touched);
    };
  }, [signOut]);
}
