// Comments of printed types as an editor shows them: read by the language service of TypeScript.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { printTypes } from '../src/print/document-types.ts';

const TYPES = printTypes({
  paths: {
    '/pets': {
      get: {
        summary: 'List pets',
        description: 'All of them.',
        deprecated: true,
        parameters: [
          { name: 'limit', in: 'query', description: 'At most 100.', schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'The pets.' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        description: 'An animal.',
        properties: {
          name: { type: 'string', description: 'Its name.', default: 'Rex', examples: ['Bello', 'Hasso'] },
          age: { type: 'integer', title: 'Age', description: 'Use `born`.', deprecated: true },
          born: { type: 'string', format: 'date' },
        },
      },
    },
  },
});

const CODE = `import type { components, paths } from './types.ts';
declare const pet: components['schemas']['Pet'];
export const used = [pet.name, pet.age, pet.born];
declare const path: paths['/pets'];
export const list = path.get;
export const { parameters: { query } } = path.get;
export const limit = query?.limit;
`;

const FILES: Readonly<Record<string, string>> = { '/types.ts': TYPES, '/code.ts': CODE };

const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    strict: true,
    noLib: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }),
  getScriptFileNames: () => Object.keys(FILES),
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) =>
    FILES[name] === undefined ? undefined : ts.ScriptSnapshot.fromString(FILES[name]),
  getCurrentDirectory: () => '/',
  getDefaultLibFileName: () => '/lib.d.ts',
  fileExists: (name) => FILES[name] !== undefined,
  readFile: (name) => FILES[name],
});

function readInfo(text: string): { documentation: string; tags: string[] } {
  const info = service.getQuickInfoAtPosition('/code.ts', CODE.indexOf(text) + text.length - 1);
  return {
    documentation: ts.displayPartsToString(info?.documentation),
    tags: (info?.tags ?? []).map(({ name, text: parts }) =>
      `${name} ${ts.displayPartsToString(parts)}`.trim(),
    ),
  };
}

test.each([
  ['pet.name', 'Its name.', ['default Rex', 'example Bello', 'example Hasso']],
  ['pet.age', 'Age\n\nUse `born`.', ['deprecated']],
  ['pet.born', 'Format: date', []],
  ["['Pet'", 'An animal.', []],
  ['path.get', 'List pets\n\nAll of them.', ['deprecated']],
  ['query?.limit', 'At most 100.', []],
])('an editor shows the description and the tags of %s', (text, documentation, tags) => {
  expect(readInfo(text)).toEqual({ documentation, tags });
});

test('an editor strikes out deprecated members', () => {
  const deprecated = service
    .getSuggestionDiagnostics('/code.ts')
    .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined);
  expect(deprecated.map(({ start, length }) => CODE.slice(start, start + length))).toContain('age');
});
