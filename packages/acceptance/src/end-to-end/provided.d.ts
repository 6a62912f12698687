import type { RouteKind } from './route.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which way the end-to-end suites take to the service. */
    route: RouteKind;
  }
}
