import { type OpenApiModel, type Operation, readServerPath, type Server } from '@keyframe/openapi-model';

/**
 * Finds the path below which the server under test serves an operation. `basePath` serves those of the document's servers; an
 * operation with servers of its own, at another path, is below that path of the same origin.
 */
export function findBasePath(
  { servers }: Pick<Operation, 'servers'>,
  model: Pick<OpenApiModel, 'servers'>,
  basePath: string,
): string {
  const documented = listPaths(model.servers);
  const [first, ...others] = listPaths(servers);
  if (first === undefined || [first, ...others].some((path) => documented.includes(path))) return basePath;
  // The server under test may have all paths of the document below one of its own.
  const ending = documented
    .filter((path) => basePath.endsWith(path))
    .toSorted((left, right) => right.length - left.length)[0];
  return `${ending === undefined ? '' : basePath.slice(0, basePath.length - ending.length)}${first}`;
}

function listPaths(servers: readonly Server[]): string[] {
  return servers.map(readServerPath).filter((path) => path !== undefined);
}
