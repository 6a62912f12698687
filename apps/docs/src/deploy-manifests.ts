// Command: writes the manifests in `deploy/kubernetes` as the Helm chart renders them, or with `--check` reports those that
// differ. Needs `helm`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Document, isMap, isScalar, parseAllDocuments, visit, type YAMLMap } from 'yaml';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const HEAD = '# Rendered from the Helm chart by `npm run deploy:generate`.\n';

/** Objects of each file, by kind and name; `secrets.yaml` is written by hand. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'settings.yaml': ['ConfigMap keyframe'],
  'network-policies.yaml': [
    'NetworkPolicy keyframe-api',
    'NetworkPolicy keyframe-worker',
    'NetworkPolicy keyframe-migration',
  ],
  'migration.yaml': ['Job keyframe-migration'],
  'api.yaml': ['Deployment keyframe-api', 'Service keyframe-api', 'PodDisruptionBudget keyframe-api'],
  'worker.yaml': ['Deployment keyframe-worker', 'PodDisruptionBudget keyframe-worker'],
  'ingress.yaml': ['Ingress keyframe'],
};
/** The copy of the settings for the hook of Helm. */
const HOOK_SETTINGS = 'keyframe-migration';
/** Labels and annotations of Helm's releases. */
const HELM_KEYS =
  /^(?:helm\.sh\/.*|checksum\/settings|app\.kubernetes\.io\/(?:instance|managed-by|version))$/;

function renderChart(): Map<string, Document> {
  const text = execFileSync('helm', ['template', 'keyframe', join(DEPLOY, 'helm/keyframe')], {
    encoding: 'utf8',
  });
  const documents = parseAllDocuments(text).filter(({ contents }) => contents !== null);
  return new Map(
    documents.map((document) => [
      `${document.get('kind')} ${document.getIn(['metadata', 'name'])}`,
      document,
    ]),
  );
}

/** Removes from a document what only Helm needs. */
function simplify(document: Document): void {
  document.commentBefore = removeSource(document.commentBefore);
  if (isMap(document.contents))
    document.contents.commentBefore = removeSource(document.contents.commentBefore);
  visit(document, {
    Pair(_, { key, value }) {
      const name = isScalar(key) ? String(key.value) : '';
      if (HELM_KEYS.test(name)) return visit.REMOVE;
      if (name === 'annotations' && isMap(value) && hasOnlyHelmKeys(value)) return visit.REMOVE;
      if (name === 'configMapRef' && isMap(value) && value.get('name') === HOOK_SETTINGS) {
        value.set('name', 'keyframe');
      }
      return undefined;
    },
  });
}

function hasOnlyHelmKeys(map: YAMLMap): boolean {
  return map.items.every(({ key }) => isScalar(key) && HELM_KEYS.test(String(key.value)));
}

/** Removes the line that names the template. */
function removeSource(comment: string | null | undefined): string | null {
  const lines = (comment ?? '').split('\n').filter((line) => !line.startsWith(' Source: '));
  return lines.join('\n') || null;
}

function format(text: string): string {
  const args = ['format', '--stdin-file-path', join(DEPLOY, 'kubernetes/manifests.yaml')];
  return execFileSync('biome', args, { input: text, encoding: 'utf8' });
}

function renderFiles(): Map<string, string> {
  const documents = renderChart();
  documents.delete(`ConfigMap ${HOOK_SETTINGS}`);
  const take = (name: string): string => {
    const document = documents.get(name);
    if (document === undefined) throw new Error(`The chart has no ${name}.`);
    documents.delete(name);
    simplify(document);
    return document.toString({ lineWidth: 0, directives: false });
  };
  const files = Object.entries(FILES).map(
    ([file, names]) => [file, format(HEAD + names.map(take).join('---\n'))] as const,
  );
  if (documents.size > 0) throw new Error(`No file contains ${[...documents.keys()].join(', ')}.`);
  return new Map(files);
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
for (const [file, text] of renderFiles()) {
  const path = join(DEPLOY, 'kubernetes', file);
  if (!values.check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${file} differs from the chart: run npm run deploy:generate`);
    process.exitCode = 1;
  }
}
