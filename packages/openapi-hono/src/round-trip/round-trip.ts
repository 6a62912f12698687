import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type JsonObject, type Location } from '@keyframe/openapi-model';
import { AppUnusableError } from '../app-unusable-error.ts';
import { readProject, type SourceOptions } from '../project.ts';
import { type JsonDifference, listDifferences } from './json-difference.ts';
import { type MountedRoute, mountedDifferences } from './mounted-differences.ts';

/** Options of `roundTrip`. */
export interface RoundTripOptions extends SourceOptions {
  /** The path of the document that the app was generated from. */
  document: string;
  /** The path of a module that exports the app, or a function that creates it, as `app` or as its default. */
  app: string;
  /** The path of the document on the app; `/openapi.json` by default. */
  path?: string;
}

/** A difference between a document and what an app emits or mounts, with its location in the document. */
export type RoundTripDifference = JsonDifference & Partial<Location>;

const EXPORTS = ['app', 'default'];

/**
 * Compares a document with an app: with the document that the app emits, and with the routes, parameters, media types
 * and validators that are mounted on it. An empty list means that nothing was lost, added or changed.
 * Throws as `write` does, and AppUnusableError if the app cannot provide its document.
 */
export async function roundTrip(options: RoundTripOptions): Promise<RoundTripDifference[]> {
  const { document, app: path, path: emittedAt = '/openapi.json', ...source } = options;
  const { model, generation } = await readProject(document, source);
  const app = await importApp(path);
  const emitted = await emittedDocument(app, path, emittedAt);
  const differences = [
    ...listDifferences(model.original, emitted),
    ...mountedDifferences(generation, app.routes),
  ];
  return differences.map((difference) => ({ ...model.locate(difference.pointer), ...difference }));
}

interface App {
  /** The routes of a Hono app; those that it has taken over from other apps are among them. */
  routes: readonly MountedRoute[];
  fetch: (request: Request) => Response | Promise<Response>;
}

async function importApp(path: string): Promise<App> {
  const module = await importModule(path);
  const name = EXPORTS.find((candidate) => module[candidate] !== undefined);
  const exported = name === undefined ? undefined : module[name];
  const app = typeof exported === 'function' ? await exported() : exported;
  if (isApp(app))
    return { routes: 'routes' in app ? app.routes : [], fetch: (request) => app.fetch(request) };
  throw new AppUnusableError(
    path,
    'The module exports no app. Export a Hono app, or a function that makes one, as "app".',
  );
}

async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppUnusableError(path, `The module cannot be imported: ${reason}`, { cause });
  }
}

async function emittedDocument(app: App, module: string, path: string): Promise<JsonObject> {
  const response = await app.fetch(new Request(new URL(path, 'http://localhost')));
  const advice = 'Serve `documentOf(app)` there, or name its path with --path.';
  if (!response.ok)
    throw new AppUnusableError(module, `GET ${path} returned ${response.status}, expected 200. ${advice}`);
  const document: unknown = await response.json().catch(() => undefined);
  if (isJsonObject(document)) return document;
  throw new AppUnusableError(module, `GET ${path} returned no JSON object. ${advice}`);
}

function isApp(value: unknown): value is Pick<App, 'fetch'> | App {
  return typeof value === 'object' && value !== null && 'fetch' in value && typeof value.fetch === 'function';
}
