export {
  checkOut,
  findLastRelease,
  listScripts,
  resolveRevision,
  type VersionScripts,
} from './check-out.ts';
export { type Child, type ChildOptions, type Exit, startChild } from './child.ts';
export { createDataDirectory, type DataDirectory } from './data-directory.ts';
export { eventually } from './eventually.ts';
export { FAULTS, type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
export { findPostgresql, OTHER_POSTGRESQL } from './find-postgresql.ts';
export { freePort } from './free-port.ts';
export { createHandClock, type HandClock } from './hand-clock.ts';
export { isReady } from './is-ready.ts';
export { listImports } from './list-imports.ts';
export { type Listening, listen } from './listen.ts';
export { isAlive, killProcess, listDescendants, processesNaming } from './process-tree.ts';
export { PRODUCTION_ENV } from './production-env.ts';
export { replaceNpx } from './replace-npx.ts';
export { type ActionOptions, type ActionRun, runAction } from './run-action.ts';
export { UsageError } from './usage-error.ts';
