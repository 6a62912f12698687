import type { SecurityScheme } from '@keyframe/openapi-model';
import type { ReadingOptions } from './survey-document.ts';

/** Values of the configuration of a document. */
export interface ConfigValues {
  /** The name of the API. */
  name: string;
  document: string;
  read: ReadingOptions;
  /** The folder of generated code. */
  folder: string;
  /** Extension of imports, if it is not that of TypeScript. */
  extension: string | undefined;
  /** Whether the repository has a server of Hono. */
  hasHono: boolean;
  /** The URL of the server that is tested, and the security scheme of its key. */
  server: { url: string; scheme: SecurityScheme | undefined } | undefined;
  /** The branch that new versions are compared with, `origin/main`; undefined without one. */
  base: string | undefined;
}

/** Writes the configuration of a document. */
export function formatConfig(values: ConfigValues): string {
  const { name, document, read, folder, extension, hasHono, server, base } = values;
  const reading = Object.keys(read).map((key) => `${key}: true`);
  const imports = extension === undefined ? '' : `, importExtension: ${quote(extension)}`;
  const lines = [
    `document: ${quote(document)},`,
    ...(reading.length > 0 ? [`read: { ${reading.join(', ')} },`] : []),
    'outputs: {',
    ...(hasHono ? [`  server: { out: ${quote(`${folder}/server`)} },`] : []),
    `  client: { out: ${quote(`${folder}/client`)}${imports} },`,
    '},',
    ...(server === undefined ? [] : [`server: ${formatServer(server)},`]),
    'lint: {},',
    ...(base === undefined ? [] : [`diff: { against: ${quote(`git:${base}:${document}`)} },`]),
    'mock: { port: 4010 },',
  ];
  return `import { defineConfig } from '@keyframe/cli';

export const config = defineConfig({
  apis: {
    ${name}: {
${lines.map((line) => `      ${line}`).join('\n')}
    },
  },
});
`;
}

function formatServer({ url, scheme }: NonNullable<ConfigValues['server']>): string {
  if (scheme === undefined || scheme.type === 'mutualTLS') return quote(url);
  return `{ url: ${quote(url)}, headers: [${formatCredential(scheme)}] }`;
}

function formatCredential({ type, value }: SecurityScheme): string {
  if (type === 'apiKey') return `[${quote(String(value.name))}, process.env.API_KEY ?? '']`;
  const isBasic = String(value.scheme).toLowerCase() === 'basic';
  const credential = isBasic ? `Basic \${btoa(process.env.API_KEY ?? '')}` : `Bearer \${process.env.API_KEY}`;
  return `['authorization', \`${credential}\`]`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
}
