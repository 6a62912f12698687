import { fillServerUrl, type OpenApiModel, type Operation, type Server } from '@keyframe/openapi-model';

/** Lists the servers of a document with absolute URLs: the location of the document, the base of the others, is unknown. */
export function listAbsoluteServers({ servers }: OpenApiModel): Server[] {
  return servers.filter(({ url }) => isAbsolute(url));
}

/** Checks whether the URL of a server is absolute, or becomes so by a variable. */
export function isAbsolute(url: string): boolean {
  return /^(?:https?:|\{)/i.test(url);
}

/** Finds the URL of the server that an operation has in place of the first one of the document. */
export function findOwnServerUrl({ servers }: OpenApiModel, operation: Operation): string | undefined {
  const [document, specific] = [servers, operation.servers].map(
    ([server]) => server && fillServerUrl(server),
  );
  return specific === document ? undefined : specific;
}
