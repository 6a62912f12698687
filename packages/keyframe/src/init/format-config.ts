import type { ReadingOptions } from '@keyframe/openapi-tooling/survey';

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
  /** The branch that new versions are compared with, `origin/main`; undefined without one. */
  base: string | undefined;
}

/** Writes the configuration of a document. */
export function formatConfig(values: ConfigValues): string {
  const { name, document, read, folder, extension, hasHono, base } = values;
  const quote = (text: string) => `'${text.replaceAll(/[\\']/g, (character) => `\\${character}`)}'`;
  const reading = Object.keys(read).map((key) => `${key}: true`);
  const imports = extension === undefined ? '' : `, importExtension: ${quote(extension)}`;
  const lines = [
    `document: ${quote(document)},`,
    ...(reading.length > 0 ? [`read: { ${reading.join(', ')} },`] : []),
    'outputs: {',
    ...(hasHono ? [`  server: { out: ${quote(`${folder}/server`)} },`] : []),
    `  client: { out: ${quote(`${folder}/client`)}${imports} },`,
    '},',
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
