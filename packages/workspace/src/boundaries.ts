// Judges imports by the table in rooms.ts: dependencies run one way, between packages and inside the server.
import { posix } from 'node:path';
import type { Import } from './imports.ts';
import { LEAF_FOLDERS, OUTERMOST_FOLDERS, ROOMS, SHARED_TOOLING } from './rooms.ts';

/** A module by its path from the root of the repository, with `/`, and what it imports. */
export interface Module {
  path: string;
  imports: readonly Import[];
}

const SCOPE = '@keyframe/';

function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS).find((name) => path.startsWith(`${ROOMS[name]?.directory}/`));
}

function isInside(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`);
}

function packageProblem(
  importer: string,
  path: string,
  { specifier, typesOnly }: Import,
): string | undefined {
  const room = ROOMS[importer];
  const imported = specifier.slice(SCOPE.length).split('/')[0] ?? '';
  if (imported === importer) return undefined;
  if (specifier === SHARED_TOOLING && path.endsWith('/vitest.config.ts')) return undefined;
  if (room?.imports.includes(imported)) return undefined;
  if (!room?.types?.includes(imported)) return `${importer} may not import ${SCOPE}${imported}`;
  return typesOnly ? undefined : `${importer} may import only types of ${specifier}: use \`import type\``;
}

function leafProblem(path: string, target: string): string | undefined {
  const leaf = LEAF_FOLDERS.find(({ directory }) => isInside(path, directory));
  if (leaf === undefined || path.endsWith('.test.ts')) return undefined;
  const parent = posix.dirname(leaf.directory);
  const open = [leaf.directory, ...leaf.imports];
  // A module directly in the parent folder, such as its configuration's types, belongs to every folder.
  if (posix.dirname(target) === parent || open.some((directory) => isInside(target, directory)))
    return undefined;
  return `${leaf.directory} may not import ${target}`;
}

function outermostProblem(path: string, target: string): string | undefined {
  const outermost = OUTERMOST_FOLDERS.find((directory) => isInside(target, directory));
  if (outermost === undefined || isInside(path, outermost)) return undefined;
  const parent = posix.dirname(outermost);
  const isWiring = posix.dirname(path) === parent || !isInside(path, parent);
  return isWiring ? undefined : `${outermost} may be imported only by the modules of ${parent} itself`;
}

function relativeProblem(
  importer: string,
  path: string,
  { specifier, typesOnly }: Import,
): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  if (!isInside(target, ROOMS[importer]?.directory ?? '')) {
    return `${target} is outside of ${importer}: import a package by its name`;
  }
  return (typesOnly ? undefined : leafProblem(path, target)) ?? outermostProblem(path, target);
}

function importProblem(importer: string, path: string, imported: Import): string | undefined {
  if (imported.specifier.startsWith(SCOPE)) return packageProblem(importer, path, imported);
  if (imported.specifier.startsWith('.')) return relativeProblem(importer, path, imported);
  return undefined;
}

/** Lists every import that the table does not allow, as `path:line: what is wrong`. */
export function boundaryProblems(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, imports }) => {
    const importer = roomOf(path);
    if (importer === undefined) return [`${path}: its package has no row in packages/workspace/src/rooms.ts`];
    return imports.flatMap((imported) => {
      const problem = importProblem(importer, path, imported);
      return problem === undefined ? [] : [`${path}:${imported.line}: ${problem}`];
    });
  });
}
