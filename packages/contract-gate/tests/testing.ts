/** Servers, documents and folders for tests of other packages. */
export { CALLER_DOCUMENT, type CallerBehavior, startCaller } from './callbacks/caller.ts';
export { folderWith, type Outcome, run, type Surroundings } from './folder-with.ts';
export { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';
export { DOCUMENT, startThings, WORKFLOW } from './things.ts';
