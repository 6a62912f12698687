import type { ErrorFactory } from './error-factory.ts';

/** One server of a document: its URL template, and the variables of it. */
export interface ServerDefinition {
  url: string;
  variables?: Readonly<Record<string, { default: string; enum?: readonly string[] }>>;
}

/**
 * Fills in the variables of a server; of the first one where none is chosen.
 * @throws `errors.configuration` for a value that the document does not allow, and where there is no server
 */
export function serverUrl(
  errors: ErrorFactory,
  servers: readonly ServerDefinition[],
  choice?: { url: string; variables?: object | undefined },
): string {
  const server = choice ? servers.find(({ url }) => url === choice.url) : servers[0];
  if (!server) throw errors.configuration('baseUrl is missing: the document has no such server.');
  const variables: Readonly<Record<string, unknown>> = { ...choice?.variables };
  return server.url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = server.variables?.[name];
    const value = String(variables[name] ?? variable?.default);
    if (variable?.enum?.includes(value) === false) {
      throw errors.configuration(
        `The server variable "${name}" must be one of ${variable.enum.join(', ')} (got "${value}").`,
      );
    }
    return value;
  });
}
