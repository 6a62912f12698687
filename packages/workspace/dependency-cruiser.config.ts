// Configuration of `depcruise`: turns the tables of src/import-rules.ts into rules, and adds those that hold everywhere.
import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';
import {
  CONFORMANCE_FOLDERS,
  ENTRIES,
  GATE_FOLDERS,
  OUTERMOST_FOLDERS,
  PACKAGES,
  SERVER_FOLDERS,
  TYPES_ONLY,
  type WorkspacePackage,
} from './src/import-rules.ts';

const SERVER = 'apps/server/src';
const GATE = 'packages/contract-gate/src';
const CONFORMANCE = `${GATE}/conformance`;
const WORKSPACE_FOLDERS = '^(packages|apps)/[^/]+/|^spec/';
const TEST_KIT = `^${PACKAGES['test-kit']?.directory}/`;
const TESTS = '\\.test\\.ts$|/tests/|^packages/(acceptance|bench|test-kit)/';
const VITEST_CONFIGURATION = '^packages/workspace/src/vitest\\.ts$';

function directories(names: readonly string[]): string {
  return names.map((name) => `^${PACKAGES[name]?.directory}/`).join('|');
}

function packageRules([name, { directory, declared }]: [string, WorkspacePackage]): IForbiddenRuleType[] {
  const nested = Object.values(PACKAGES).filter((other) => other.directory.startsWith(`${directory}/`));
  const from = {
    path: `^${directory}/`,
    pathNot: nested.map((other) => `^${other.directory}/`),
  };
  const allowed = directories([name, ...declared.filter((imported) => imported !== 'workspace')]);
  const types = TYPES_ONLY[name] ?? [];
  return [
    {
      name: `${name}-imports`,
      comment: `a package imports what its package.json declares: ${declared.join(', ') || 'no other package'}`,
      severity: 'error',
      from,
      to: { path: WORKSPACE_FOLDERS, pathNot: `${allowed}|${TEST_KIT}|${VITEST_CONFIGURATION}` },
    },
    {
      name: `${name}-by-name`,
      comment: 'another package is imported by its name, not by a path',
      severity: 'error',
      from,
      to: { path: WORKSPACE_FOLDERS, pathNot: from.path, dependencyTypes: ['local'] },
    },
    ...types.map(
      (imported): IForbiddenRuleType => ({
        name: `${name}-types`,
        comment: `${name} may import only types of ${imported}: use \`import type\``,
        severity: 'error',
        from,
        to: { path: directories([imported]), dependencyTypesNot: ['type-only'] },
      }),
    ),
  ];
}

function formatName(root: string): string {
  return root.split('/').slice(1).join('-');
}

function folderRules(
  root: string,
  folders: Readonly<Record<string, readonly string[]>>,
): IForbiddenRuleType[] {
  return Object.entries(folders).map(([folder, imports]) => {
    const allowed = [folder, ...imports].map((name) => `^${root}/${name}/`).join('|');
    return {
      name: `${formatName(root)}-${folder}`,
      comment: `${root}/${folder} may import ${imports.join(', ') || 'no folder'} beside it: see src/import-rules.ts`,
      severity: 'error',
      from: { path: `^${root}/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^${root}/[^/]+/`, pathNot: allowed },
    };
  });
}

/** The arrows inside of a folder: its entries import its folders, and these the other modules directly in it. */
function entryRules([root, entries]: [string, readonly string[]]): IForbiddenRuleType[] {
  const entry = `^${root}/(${entries.join('|')})\\.ts$`;
  const folders = `^${root}/[^/]+/`;
  return [
    {
      name: `${formatName(root)}-modules`,
      comment: `the modules directly in ${root} import no folder of it; only ${entries.join(' and ')} may`,
      severity: 'error',
      from: { path: `^${root}/[^/]+\\.ts$`, pathNot: `${entry}|\\.test\\.ts$` },
      to: { path: folders },
    },
    {
      name: `${formatName(root)}-entry`,
      comment: `no folder of ${root} imports ${entries.join(' or ')}`,
      severity: 'error',
      from: { path: folders, pathNot: '\\.test\\.ts$' },
      to: { path: entry },
    },
  ];
}

function outermostRule([folder, importers]: [string, readonly string[]]): IForbiddenRuleType {
  const allowed = [folder, ...importers].map((name) => `^${SERVER}/${name}/`).join('|');
  return {
    name: `server-${folder}-outermost`,
    comment: `${SERVER}/${folder} may be imported only by ${[...importers, `the modules of ${SERVER} itself`].join(' and ')}`,
    severity: 'error',
    from: { path: `^${SERVER}/[^/]+/`, pathNot: allowed },
    to: { path: `^${SERVER}/${folder}/` },
  };
}

const configuration: IConfiguration = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'modules may not import one another in a circle, types included',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'an import must lead to a module; those of Astro and of the console are made by their builds',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(astro|virtual):' },
    },
    {
      name: 'test-kit-in-tests',
      comment: 'only tests and benchmarks may import packages/test-kit',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: TEST_KIT },
    },
    ...Object.entries(PACKAGES).flatMap(packageRules),
    ...folderRules(SERVER, SERVER_FOLDERS),
    ...folderRules(GATE, GATE_FOLDERS),
    ...folderRules(CONFORMANCE, CONFORMANCE_FOLDERS),
    ...Object.entries(ENTRIES).flatMap(entryRules),
    ...Object.entries(OUTERMOST_FOLDERS).map(outermostRule),
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '(^|/)(node_modules|dist|reports|\\.turbo|\\.astro)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};

export default configuration;
