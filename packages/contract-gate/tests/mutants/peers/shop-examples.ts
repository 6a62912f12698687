// Dredd and Prism send nothing but the examples of a document: here they get ones that lead to resources.
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@keyframe/openapi-model';
import { KEYS, shopDocument } from '../shop.ts';

const ITEM = { name: 'Pen', sku: 'PEN-0001', price: 150, weight: 12, tags: ['blue'], status: 'active' };
const PATCH = { name: 'Quill', isFeatured: true };

/** Makes resources in a shop, and gives its document with examples that name them. */
export async function shopWithExamples(url: URL): Promise<JsonObject> {
  const make = async (path: string, body: object, member: string): Promise<JsonValue> => {
    const headers = { authorization: `Bearer ${KEYS.own}`, 'content-type': 'application/json' };
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    const made: unknown = await response.json().catch(() => undefined);
    const id = isJsonObject(made) ? made[member] : undefined;
    // A mutant may return anything; a tool that cannot continue has found a fault.
    return id ?? 'none';
  };
  const [changed, kept] = [await make('/items', ITEM, 'id'), await make('/items', ITEM, 'id')];
  const note = await make(`/items/${String(kept)}/notes`, { text: 'A note' }, 'id');
  const job = await make('/jobs', { task: 'count' }, 'jobId');
  const document = structuredClone((await shopDocument()).original) as JsonObject;
  const exemplify = (pointer: string, example: JsonValue) =>
    Object.assign(Object(valueAt(document, pointer)), { example });
  exemplify('#/paths/~1items/get/parameters/4', 'tag-1');
  exemplify('#/paths/~1items~1{itemId}/parameters/0', changed);
  exemplify('#/paths/~1items~1{itemId}~1notes/parameters/0', kept);
  exemplify('#/paths/~1items~1{itemId}~1notes~1{noteId}/parameters/0', kept);
  exemplify('#/paths/~1items~1{itemId}~1notes~1{noteId}/parameters/1', note);
  exemplify('#/paths/~1jobs~1{id}/get/parameters/0', job);
  exemplify('#/paths/~1items~1{itemId}/patch/requestBody/content/application~1json', PATCH);
  exemplify('#/paths/~1items~1{itemId}/put/requestBody/content/application~1json', ITEM);
  exemplify('#/paths/~1items~1{itemId}~1notes/post/requestBody/content/application~1json', {
    text: 'A note',
  });
  exemplify('#/paths/~1jobs/post/requestBody/content/application~1json', { task: 'count' });
  // Dredd takes every member of the example that it makes for a required one.
  exemplify('#/paths/~1jobs/post/responses/202/content/application~1json', {
    jobId: 'job_1',
    task: 'count',
    status: 'queued',
  });
  return document;
}
