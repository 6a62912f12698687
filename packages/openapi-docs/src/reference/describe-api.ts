/** Describes an API as a whole: its servers, whom to ask, and its terms. */
import {
  fillServerUrl,
  isJsonObject,
  type JsonObject,
  type OpenApiModel,
  valueAt,
} from '@keyframe/openapi-model';

/** Prints the facts of `servers` and `info` as a Markdown list; empty without any. */
export function describeApi({ document, servers }: Pick<OpenApiModel, 'document' | 'servers'>): string {
  const info = isJsonObject(document.info) ? document.info : {};
  const contact = isJsonObject(info.contact) ? info.contact : {};
  const license = isJsonObject(info.license) ? info.license : {};
  const address = contact.url ?? (contact.email === undefined ? undefined : `mailto:${contact.email}`);
  const facts: readonly [name: string, text: string][] = [
    ...servers
      .filter(({ pointer }) => pointer !== '#')
      .map((server): [string, string] => {
        const value = valueAt(document, server.pointer);
        const description = isJsonObject(value) ? value.description : undefined;
        const url = `\`${fillServerUrl(server)}\``;
        return ['Server', typeof description === 'string' ? `${url}, ${description}` : url];
      }),
    ['Contact', printLink(contact.name ?? contact.email ?? contact.url, address)],
    ['License', printLink(license.name, license.url)],
    ['Terms', printLink(info.termsOfService, info.termsOfService)],
  ];
  return facts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `- ${name}: ${text}`)
    .join('\n');
}

function printLink(text: JsonObject[string], address: JsonObject[string]): string {
  if (typeof text !== 'string') return '';
  return typeof address === 'string' ? `[${text}](${address})` : text;
}
