import type { RouteKind } from './route.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The route of the end-to-end suites to the service. */
    route: RouteKind;
  }
}
