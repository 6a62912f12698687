// Puts the resources of a seed into a world, all of them or none.
import { isJsonObject, type JsonObject, type JsonValue, toResourcePath } from '@keyframe/openapi-model';
import { SeedInvalidError } from '../seed-invalid-error.ts';
import type { KindBehavior } from './kind-behavior.ts';
import type { Seed, SeedResource, World } from './world.ts';

/** The part of the resources of a kind that a seed needs. */
export type Seedable = Pick<KindBehavior, 'explainSeed' | 'kind' | 'seed'>;

/** Checks a seed; throws SeedInvalidError for one that a mock cannot hold. */
export function checkSeed(seed: unknown, behaviors: readonly Seedable[]): Required<Seed> {
  const { resources = {}, singles = {}, removed = [] } = readObject(seed, 'A seed');
  const checked = Object.entries(readObject(resources, '"resources"')).map(([path, list]) => {
    const behavior = behaviors.find(({ kind }) => kind.itemPath === toResourcePath(path));
    if (!behavior) {
      const paths = behaviors.map(({ kind }) => kind.itemPath).join(', ') || 'none';
      throw new SeedInvalidError(`No resources are kept at ${path} (known: ${paths}).`);
    }
    if (!Array.isArray(list)) throw new SeedInvalidError(`"resources" of ${path} must be a list.`);
    return [behavior.kind.itemPath, list.map((item) => readResource(item, behavior))] as const;
  });
  if (!isTexts(removed)) throw new SeedInvalidError('"removed" must be a list of paths.');
  return { resources: Object.fromEntries(checked), singles: readObject(singles, '"singles"'), removed };
}

/** Puts a seed into a world; throws SeedInvalidError. */
export function seedWorld(world: World, seed: Seed, behaviors: readonly Seedable[]): void {
  const { resources, singles, removed } = checkSeed(seed, behaviors);
  for (const path of removed) world.markRemoved(path);
  for (const path of Object.keys(resources)) world.open(path);
  for (const behavior of behaviors) {
    for (const resource of resources[behavior.kind.itemPath] ?? []) behavior.seed(world, resource);
  }
  for (const [path, value] of Object.entries(singles)) if (value !== undefined) world.setSingle(path, value);
}

function isTexts(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readResource(item: JsonValue, behavior: Seedable): SeedResource {
  const name = `A resource of ${behavior.kind.itemPath}`;
  const { id, parents = {}, value } = readObject(item, name);
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new SeedInvalidError(`${name} must have an "id", a text or a number.`);
  const texts = Object.entries(readObject(parents, `"parents" of ${name}`)).map(([key, text]) => {
    if (typeof text === 'string' || typeof text === 'number') return [key, String(text)] as const;
    throw new SeedInvalidError(`"parents" of ${name} must be texts or numbers.`);
  });
  const object = readObject(value, `"value" of ${name}`);
  const problem = behavior.explainSeed(object);
  if (problem !== undefined) throw new SeedInvalidError(`${name} with the id ${id}: ${problem}`);
  return { id: String(id), parents: Object.fromEntries(texts), value: object };
}

function readObject(value: unknown, name: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new SeedInvalidError(`${name} must be an object.`);
}
