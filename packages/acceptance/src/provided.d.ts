import type { DoorKind } from './door.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which way the end-to-end suites take to the service. */
    door: DoorKind;
  }
}
