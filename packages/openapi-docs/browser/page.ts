/** The script of the pages of a reference in a site of another make. */
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { followFragments } from './reveal-target.ts';
import { defineSendRequest } from './send-request.ts';

/** Adds requests, to the mock of a document that is loaded when it is needed, and links to parts that are folded. */
export function startPage(loadDocument: () => Promise<JsonObject>): void {
  followFragments();
  defineSendRequest(async () => {
    const [document, { createPageMock }] = await Promise.all([loadDocument(), import('./mock-in-page.ts')]);
    return createPageMock(readModel(document, 'the document', { lenient: true }));
  }, locateServer);
}

/** The page may be open at another name of the host that it comes from, which is the only one that its policy allows. */
function locateServer(server: string): string {
  return location.origin + new URL(server).pathname.replace(/\/$/, '');
}
