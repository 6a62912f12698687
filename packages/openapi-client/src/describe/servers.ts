import { isJsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model';

/** A server of a document with an absolute URL. */
export interface Server {
  url: string;
  variables: { name: string; value: string; values: string[] | undefined }[];
}

/** Reads the servers of a document, path item or operation; skips relative URLs, which depend on the document's URL. */
export function readServers(holder: JsonValue | undefined): Server[] {
  const servers = isJsonObject(holder) ? memberOf(holder, 'servers') : undefined;
  if (!Array.isArray(servers)) return [];
  return servers.filter(isJsonObject).flatMap((server) => {
    const url = memberOf(server, 'url');
    const variables = memberOf(server, 'variables');
    if (typeof url !== 'string' || !/^(?:https?:|\{)/i.test(url)) return [];
    return [{ url, variables: Object.entries(isJsonObject(variables) ? variables : {}).map(readVariable) }];
  });
}

function readVariable([name, variable]: [string, JsonValue | undefined]): Server['variables'][number] {
  const object = isJsonObject(variable) ? variable : {};
  const values = memberOf(object, 'enum');
  return {
    name,
    value: String(memberOf(object, 'default') ?? ''),
    values: Array.isArray(values) && values.length > 0 ? values.map(String) : undefined,
  };
}

/** Fills in the variables of a server with their defaults. */
export function defaultUrl({ url, variables }: Server): string {
  return variables.reduce((text, { name, value }) => text.replaceAll(`{${name}}`, value), url);
}
