import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findImportExtension, type ImportExtension, portablePath } from '@keyframe/openapi-codegen';
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import { isWebUrl } from '@keyframe/openapi-model/document';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { UsageError } from '../command/usage-error.ts';
import { CONFIG_NAME } from '../config/load-config.ts';
import { findBase } from '../init/find-base.ts';
import { type ConfigValues, formatConfig } from '../init/format-config.ts';
import { findPackageManager, formatWorkflow, type PackageManager } from '../init/package-manager.ts';
import { copyDocument, type DocumentSurvey, surveyDocument } from '../init/survey-document.ts';
import { readUrl } from '../options/read-options.ts';

const WORKFLOW_PATH = '.github/workflows/api.yml';
/** Names that documents usually have. */
const DOCUMENTS = ['', 'spec/', 'docs/', 'api/', 'openapi/'].flatMap((folder) =>
  ['openapi', 'swagger', 'api'].flatMap((name) =>
    ['yaml', 'yml', 'json'].map((extension) => `${folder}${name}.${extension}`),
  ),
);
const SCRIPTS = {
  generate: 'keyframe generate',
  'api:dev': 'keyframe dev',
  'api:check': 'keyframe generate --check && keyframe ci',
};

const NO_BASE =
  'Versions are not compared, since git has no remote "origin" here: later, add "diff" with "against", such as git:origin/main:openapi.yaml.';

/** Sets a repository up for a document of it. */
export const initCommand = defineCommand({
  name: 'init',
  summary: 'write a configuration for a document, scripts and a workflow of CI',
  description:
    'Writes keyframe.config.ts for a document at a path or URL, adds scripts to package.json, and a workflow for GitHub, in the current folder. The package manager is that of the lock file. Where hono is a dependency, a server is generated, too. It asks nothing, and changes no file that exists but package.json, where it only adds. A document at a URL is copied. Without a document, the usual names are tried: openapi.yaml, spec/openapi.yaml.',
  arguments: ['[<document>]'],
  options: {
    server: {
      value: '<url>',
      description: 'the server that keyframe ci tests, with the key of the variable API_KEY',
      read: readUrl,
    },
    ...JSON_OPTION,
  },
  async run({ values: { json, server: url }, positionals: [passed] }, { out, err, env }) {
    if (existsSync(CONFIG_NAME)) throw new UsageError(`${CONFIG_NAME} exists. Edit it, or delete it first.`);
    const source = passed ?? DOCUMENTS.find((path) => existsSync(path));
    if (source === undefined)
      throw new UsageError(
        `Name the document, a path or a URL: none of ${DOCUMENTS.slice(0, 3).join(', ')} … exists.`,
      );
    const survey = await surveyDocument(source);
    const document = isWebUrl(source) ? await copyDocument(source, '.', survey) : portablePath(source);
    const base = await findBase();
    const manager = findPackageManager(readdirSync('.'), env.npm_config_user_agent);
    const [scheme] = survey.model.securitySchemes.values();
    const server = url && { url: url.href, scheme };
    const paths = await writeFiles({ ...survey, document, base, server }, manager);
    const files = [...(document === source ? [] : [document]), ...paths];
    if (json) out(JSON.stringify({ document, read: survey.read, skipped: survey.skipped, written: files }));
    else err(formatSteps(files, { ...survey, base, manager }));
    return 0;
  },
});

type DocumentFacts = Pick<ConfigValues, 'base' | 'document' | 'name' | 'read' | 'server'>;

async function writeFiles(facts: DocumentFacts, manager: PackageManager): Promise<string[]> {
  const manifest = await readManifest();
  const hasHono = isJsonObject(manifest?.dependencies) && 'hono' in manifest.dependencies;
  const source = existsSync('src') ? 'src/generated' : 'generated';
  const importExtension: ImportExtension = await findImportExtension(source);
  const extension = importExtension === 'ts' ? undefined : importExtension;
  const files: Record<string, string> = {
    [CONFIG_NAME]: formatConfig({ ...facts, folder: source, extension, hasHono }),
  };
  if (!existsSync(WORKFLOW_PATH)) files[WORKFLOW_PATH] = formatWorkflow(manager, ['api:check']);
  if (manifest !== undefined) {
    const scripts = { ...SCRIPTS, ...Object(manifest.scripts) };
    files['package.json'] = `${JSON.stringify({ ...manifest, scripts }, undefined, 2)}\n`;
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return Object.keys(files);
}

async function readManifest(): Promise<JsonObject | undefined> {
  const text = await readFile(join('.', 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const manifest: unknown = JSON.parse(text);
  return isJsonObject(manifest) ? manifest : undefined;
}

function formatSteps(
  paths: readonly string[],
  {
    read,
    skipped,
    base,
    manager,
  }: Pick<ConfigValues, 'base' | 'read'> & Pick<DocumentSurvey, 'skipped'> & { manager: PackageManager },
): string {
  const notes = [
    ...(read.lenient ? ['The document has errors: it is read leniently. keyframe lint lists them.'] : []),
    ...skipped.map((operation) => `skipped: ${operation}`),
    ...(base === undefined ? [NO_BASE] : []),
  ];
  const files = paths.map((path) => `${path} written`);
  const add = manager === 'npm' ? 'npm install' : `${manager} add`;
  const steps = [
    `${add} ${manager === 'npm' || manager === 'pnpm' ? '--save-dev' : '--dev'} @keyframe/cli`,
    `${add} @keyframe/openapi-runtime`,
    'npx @keyframe/cli generate',
    'npx @keyframe/cli mock',
  ];
  return [...files, ...notes, 'Next:', ...steps.map((step) => `  ${step}`)].join('\n');
}
