import { createBrowserRouter, Navigate } from 'react-router';
import { Frame } from '../layout/frame.tsx';
import { NotFound } from '../layout/not-found.tsx';
import { ScreenFailed, ScreenMissing } from '../layout/screen-failed.tsx';
import { FirstTenant, TenantRoot, ToChange, ToInstruction } from '../layout/tenant-root.tsx';
import { screens } from './routes.ts';

/** A function, since it reads the address of the moment. */
export function newRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    { path: '/', Component: FirstTenant, ErrorBoundary: ScreenFailed },
    {
      path: '/t/:tenant',
      Component: TenantRoot,
      // Until the first screen's own part of the program has arrived.
      HydrateFallback: Frame,
      ErrorBoundary: ScreenFailed,
      children: [
        { index: true, element: <Navigate to="overview" replace /> },
        ...screens.map(({ path, lazy }) => ({
          path,
          lazy: () => lazy().catch(() => ({ Component: ScreenMissing })),
          ErrorBoundary: ScreenFailed,
        })),
        { path: '*', Component: NotFound },
      ],
    },
    // Messages of the stage name what they are about as the API does, without a tenant.
    { path: '/instructions/:id', Component: ToInstruction, ErrorBoundary: ScreenFailed },
    { path: '/changes/:id', Component: ToChange, ErrorBoundary: ScreenFailed },
    { path: '*', Component: NotFound },
  ]);
}
