import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';

/** Imports a module by its path, in a package of any type. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { href } = pathToFileURL(resolve(path));
  if (!isInCommonJsPackage(path)) return import(href);
  // Node reads `import` and `export` in a package of type "commonjs" as errors of syntax.
  const { createJiti } = await import('jiti');
  return createJiti(href).import(resolve(path));
}

function isInCommonJsPackage(path: string): boolean {
  const file = ['.js', '.ts'].includes(extname(path))
    ? findPackageJSON(pathToFileURL(resolve(path)))
    : undefined;
  // Outside of any package, Node returns the module itself.
  if (file === undefined || basename(file) !== 'package.json') return false;
  const manifest: JsonValue = JSON.parse(readFileSync(file, 'utf8'));
  return isJsonObject(manifest) && manifest.type === 'commonjs';
}

/** Returns the configuration that a module exports, as `config` or as its default. */
export function findConfig(module: Readonly<Record<string, unknown>>): unknown {
  // An imported CommonJS module has the value of `module.exports` as its default.
  return module.config ?? Object(module.default).config ?? module.default;
}
