import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type JsonObject, type Location, loadDocument } from '@keyframe/openapi-model';
import { AppUnusableError } from './app-unusable-error.ts';
import { differencesOf, type JsonDifference } from './json-difference.ts';

export interface RoundTripOptions {
  /** The path of the document that the app was generated from. */
  document: string;
  /** The path of a module that exports the app, or a function that makes it, as `app` or as its default. */
  app: string;
  /** The path that the app answers its document at; `/openapi.json` otherwise. */
  path?: string;
}

/** Is a difference between a document and the one that an app emits, with the place in the document. */
export type RoundTripDifference = JsonDifference & Partial<Location>;

const EXPORTS = ['app', 'default'];

/**
 * Asks an app for its document and lists the differences from its source; none means that nothing was lost or added.
 * Throws as `loadDocument` does, and AppUnusableError when the app can't be asked.
 */
export async function roundTrip(options: RoundTripOptions): Promise<RoundTripDifference[]> {
  const { document, app, path = '/openapi.json' } = options;
  const model = await loadDocument(document);
  const emitted = await emittedDocument(await appOf(app), app, path);
  return differencesOf(model.document, emitted).map((difference) => ({
    ...model.locate(difference.pointer),
    ...difference,
  }));
}

interface App {
  fetch: (request: Request) => Response | Promise<Response>;
}

async function appOf(path: string): Promise<App> {
  const module = await importModule(path);
  const name = EXPORTS.find((candidate) => module[candidate] !== undefined);
  const exported = name === undefined ? undefined : module[name];
  const app = typeof exported === 'function' ? await exported() : exported;
  if (isApp(app)) return app;
  throw new AppUnusableError(
    path,
    'It exports no app. Export a Hono app, or a function that makes one, as "app".',
  );
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppUnusableError(path, `It can not be imported: ${reason}`, { cause });
  }
}

async function emittedDocument(app: App, module: string, path: string): Promise<JsonObject> {
  const response = await app.fetch(new Request(new URL(path, 'http://localhost')));
  const advice = 'Serve `documentOf(app)` there, or name its path with --path.';
  if (!response.ok)
    throw new AppUnusableError(module, `It answers ${path} with ${response.status}. ${advice}`);
  const document: unknown = await response.json().catch(() => undefined);
  if (isJsonObject(document)) return document;
  throw new AppUnusableError(module, `It answers ${path} with no JSON object. ${advice}`);
}

function isApp(value: unknown): value is App {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function';
}
