// The Helm chart, the policy for its pods and the alerts, by the tools that operators use. `npm run deploy:check` requires
// the tools; without them, these tests are skipped.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { afterAll, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { SETTINGS } from './known-names.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
const CHART = join(DEPLOY, 'helm/keyframe');
const POLICY = join(DEPLOY, 'helm/policy');
const RULES = join(CHART, 'files/keyframe.rules.yaml');
const VERSIONS = ['1.35.0', '1.36.0', '1.37.0'];
const VALUE_SETS = readdirSync(join(CHART, 'ci'));

/** Commands that succeed where a tool is installed. */
const TOOLS = [
  ['helm', 'version'],
  ['conftest', '--version'],
  ['kubernetes-validate', '--version'],
  ['promtool', '--version'],
] as const;
const missing = TOOLS.filter(([name, ...args]) => spawnSync(name, args).status !== 0);
const isRequired = process.env.KEYFRAME_DEPLOY_CHECK !== undefined;
if (isRequired && missing.length > 0) {
  const names = missing.map(([name]) => name).join(', ');
  throw new Error(
    `Not installed: ${names}. npm run deploy:tools installs them on Debian and Ubuntu with Go.`,
  );
}
const isSkipped = missing.length > 0;

const folder = mkdtempSync(join(tmpdir(), 'keyframe-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

function run(command: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`, stdout };
}

function render(values: readonly string[]) {
  const { status, output, stdout } = run('helm', ['template', 'keyframe', CHART, ...values]);
  return { status, output, manifests: status === 0 ? parseManifests(stdout) : [] };
}

function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

function renderSet(name: string): Manifest[] {
  const { manifests, output } = render(['--values', join(CHART, 'ci', name)]);
  expect(manifests.length, output).toBeGreaterThan(5);
  return manifests;
}

function writeManifests(name: string, manifests: readonly Manifest[]): string {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(
    path,
    manifests.map((manifest) => `---\n${stringify(manifest, { version: '1.1' })}`).join(''),
  );
  return path;
}

const CUSTOM_MODELS = { PodMonitor, PrometheusRule, ScaledObject, TriggerAuthentication };
const CUSTOM_GROUP = /^(?:keda\.sh|monitoring\.coreos\.com|postgresql\.cnpg\.io)\//;

test.skipIf(isSkipped)(
  'all tools are installed (without KEYFRAME_DEPLOY_CHECK, a missing one skips these tests)',
  () => {
    expect(
      missing.map(([name]) => name),
      'npm run deploy:tools installs them',
    ).toEqual([]);
  },
);

test.skipIf(isSkipped)('there are four value sets, and each part of the chart is in one', () => {
  expect(VALUE_SETS).toHaveLength(4);
  const kinds = new Set(VALUE_SETS.flatMap((name) => renderSet(name).map(({ kind }) => kind)));
  expect([...kinds].toSorted()).toEqual([
    ...['Cluster', 'ConfigMap', 'Deployment', 'Ingress', 'Job', 'NetworkPolicy', 'PodDisruptionBudget'],
    ...['PodMonitor', 'PrometheusRule', 'ScaledObject', 'Service', 'TriggerAuthentication'],
  ]);
});

test.skipIf(isSkipped).each(VALUE_SETS)('%s renders without a finding of helm lint', (name) => {
  const { status, output } = run('helm', ['lint', '--strict', CHART, '--values', join(CHART, 'ci', name)]);
  expect(status, output).toBe(0);
});

test.skipIf(isSkipped).each(VALUE_SETS)('%s follows the schemas of Kubernetes 1.35 to 1.37', (name) => {
  const manifests = renderSet(name);
  const path = writeManifests(
    name,
    manifests.filter(({ apiVersion }) => !CUSTOM_GROUP.test(apiVersion)),
  );
  for (const version of VERSIONS) {
    const { status, output } = run('kubernetes-validate', ['--strict', '-k', version, path]);
    expect(status, output).toBe(0);
  }
});

test.skipIf(isSkipped).each(VALUE_SETS)(
  '%s follows the schemas of KEDA and of the Prometheus operator',
  (name) => {
    for (const manifest of renderSet(name)) {
      const Model = CUSTOM_MODELS[manifest.kind as keyof typeof CUSTOM_MODELS];
      if (Model !== undefined)
        expect(() => new Model(manifest as never).validate(), manifest.kind).not.toThrow();
    }
  },
);

test.skipIf(isSkipped).each(VALUE_SETS)('%s passes the policy for pods', (name) => {
  const path = writeManifests(`policy-${name}`, renderSet(name));
  const { status, output } = run('conftest', ['test', '--policy', POLICY, path]);
  expect(status, output).toBe(0);
});

test.skipIf(isSkipped).each([
  ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'the root file system must be read-only'],
  ['runAsNonRoot: true', 'runAsNonRoot: false', 'a pod must not run as root'],
  ['type: RuntimeDefault', 'type: Unconfined', 'a pod needs the default seccomp profile'],
  ['automountServiceAccountToken: false', 'automountServiceAccountToken: true', 'no token of Kubernetes'],
  ['allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true', 'privileges must not escalate'],
  ['- ALL', '- NET_RAW', 'all capabilities must be dropped'],
  ['keyframe:1.0.0', 'keyframe:latest', 'a version other than latest'],
  ['livenessProbe', 'unknownProbe', 'three probes are required'],
  ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'spread over nodes and zones'],
  ['PUBLIC_URL', 'DATABASE_URL', 'secrets belong into Secrets'],
  ['PUBLIC_URL', 'UPSTREAM_KEY', 'secrets belong into Secrets'],
  ['keyframe:1.0.0', 'keyframe', 'the image needs a version'],
  ['limits', 'unknownLimits', 'requests and a memory limit are required'],
  ['sizeLimit: 1Gi', 'medium: Memory', 'the volume data needs a size limit'],
  ['- 169.254.0.0/16', '- 169.254.0.0/24', 'pods must not reach 169.254.169.254'],
  ['- fc00::/7', '- fc00::/8', 'pods must not reach fd00:ec2::254'],
  ['- 10.0.0.0/8', '- 10.0.0.0/32', 'pods must not reach 10.0.0.1'],
])('the policy refuses %s changed to %s', (before, after, message) => {
  const path = writeManifests('mutant', renderSet('default-values.yaml'));
  const text = run('cat', [path]).stdout;
  expect(text).toContain(before);
  writeFileSync(path, text.replaceAll(before, after));
  const { status, output } = run('conftest', ['test', '--policy', POLICY, path]);
  expect([status, output.includes(message)], output).toEqual([1, true]);
});

test.skipIf(isSkipped)('the policy refuses a database that every pod reaches', () => {
  const manifests = renderSet('database-values.yaml');
  const database = manifests.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'keyframe-database',
  );
  const { ingress } = (database?.spec ?? {}) as { ingress: { from?: unknown }[] };
  expect(ingress).toHaveLength(3);
  delete ingress[0]?.from;
  const { status, output } = run('conftest', ['test', '--policy', POLICY, writeManifests('open', manifests)]);
  expect([status, output.includes('the database must refuse other pods')], output).toEqual([1, true]);
});

test.skipIf(isSkipped).each([
  ['api.replicas=1', 'minimum'],
  ['api.replica=3', "additional properties 'replica' not allowed"],
  ['image.tag=latest', "'not' failed"],
  ['settings.PUBLIC_URL=http://api.example.com', 'does not match pattern'],
  ['settings.DATABASE_URL=postgres://keyframe', 'DATABASE_URL'],
  ['settings.UPSTREAM_KEY=sk_live_1', 'UPSTREAM_KEY'],
  ['worker.dataSize=20 GB', 'does not match pattern'],
  ['database.instances=2', 'minimum'],
  ['networkPolicy.privateCidrs[0]=10.0.0.1', 'does not match pattern'],
])('the schema of the values refuses %s', (value, problem) => {
  const { status, output } = render(['--set', value]);
  expect(status).not.toBe(0);
  expect(output).toContain(problem);
});

test.skipIf(isSkipped).each(VALUE_SETS)('%s names only settings of the server', (name) => {
  const isSettings = ({ kind, metadata }: Manifest) => kind === 'ConfigMap' && metadata.name === 'keyframe';
  const settings = renderSet(name).find(isSettings)?.data ?? {};
  expect(Object.keys(settings)).toContain('PUBLIC_URL');
  expect(Object.keys(settings).filter((setting) => !SETTINGS.has(setting))).toEqual([]);
});

test.skipIf(isSkipped).each([
  ['default-values.yaml', 'pre-install,pre-upgrade'],
  ['database-values.yaml', 'post-install,pre-upgrade'],
])('%s: the settings belong to the release, and the migration has a copy of its own', (set, events) => {
  const manifests = renderSet(set);
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const settings = find('ConfigMap', 'keyframe');
  const copy = find('ConfigMap', 'keyframe-migration');
  expect(settings?.metadata.annotations).toBeUndefined();
  expect(copy?.data).toEqual(settings?.data);
  const before = {
    'helm.sh/hook': events,
    'helm.sh/hook-weight': '-10',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
  };
  expect(copy?.metadata.annotations).toEqual(before);
  expect(find('NetworkPolicy', 'keyframe-migration')?.metadata.annotations).toEqual(before);
  expect(find('Job', 'keyframe-migration')?.metadata.annotations).toMatchObject({
    'helm.sh/hook': events,
    'helm.sh/hook-weight': '0',
  });
  const environment = (kind: string, name: string) =>
    JSON.stringify(find(kind, name)?.spec).match(/"configMapRef":\{"name":"[\w-]+"\}/g);
  expect(environment('Job', 'keyframe-migration')).toEqual(['"configMapRef":{"name":"keyframe-migration"}']);
  expect(environment('Deployment', 'keyframe-api')).toEqual(['"configMapRef":{"name":"keyframe"}']);
});

test.skipIf(isSkipped)('the chart contains the dashboard as it is', () => {
  const dashboard = renderSet('production-values.yaml').find(
    ({ metadata }) => metadata.name === 'keyframe-dashboard',
  );
  const text = readFileSync(join(CHART, 'files/dashboard.json'), 'utf8');
  expect(JSON.parse(dashboard?.data?.['keyframe.json'] ?? '')).toEqual(JSON.parse(text));
});

function renderRules(...values: string[]) {
  const settings = ['monitoring.enabled=true', ...values].flatMap((value) => ['--set', value]);
  return render(settings).manifests.find(({ kind }) => kind === 'PrometheusRule')?.spec;
}

test.skipIf(isSkipped)('the chart contains the alerts as they are, for its own limits of memory', () => {
  expect(renderRules()).toEqual(parse(readFileSync(RULES, 'utf8')));
});

test.skipIf(isSkipped)('the alert about memory follows the limits of the values', () => {
  const limits = ['api.resources.limits.memory=6Gi', 'worker.resources.limits.memory=1.5G'];
  const text = JSON.stringify(renderRules(...limits));
  expect(text.match(/0\.\d \* \d+/g)).toEqual(['0.8 * 6442450944', '0.5 * 1500000000']);
});

test.skipIf(isSkipped)('the manifests are those that the chart renders', () => {
  const command = fileURLToPath(new URL('../src/deploy-manifests.ts', import.meta.url));
  const { status, output } = run(process.execPath, [command, '--check']);
  expect(status, output).toBe(0);
});

test.skipIf(isSkipped)('promtool accepts the alerts, and each one fires on the series that it is for', () => {
  const check = run('promtool', ['check', 'rules', RULES]);
  expect(check.status, check.output).toBe(0);
  const tests = run('promtool', ['test', 'rules', join(DEPLOY, 'prometheus/keyframe.rules.test.yaml')]);
  expect(tests.status, tests.output).toBe(0);
});
