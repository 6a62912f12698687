export { type Child, type ChildOptions, type Exit, startChild } from './child.ts';
export { createDataDirectory, type DataDirectory } from './data-directory.ts';
export { eventually } from './eventually.ts';
export { FAULTS, type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
export { freePort } from './free-port.ts';
export { createHandClock, type HandClock } from './hand-clock.ts';
export { isReady } from './is-ready.ts';
export { type Listening, listen } from './listen.ts';
export { descendantsOf, isAlive, killProcess, processesNaming } from './process-tree.ts';
