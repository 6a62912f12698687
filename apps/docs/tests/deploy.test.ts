// The manifests and alerts that guides offer: they follow Kubernetes' schemas and match the service.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { LABELS, METRICS, SETTINGS } from './known-names.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const MODELS = { ConfigMap, Deployment, Ingress, Job, NetworkPolicy, PodDisruptionBudget, Secret, Service };

/** Members of a manifest that this test reads. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: keyof typeof MODELS;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

const files = readdirSync(new URL('kubernetes/', DEPLOY));
const manifests = files.flatMap((name) => {
  const documents = parseAllDocuments(readFileSync(new URL(`kubernetes/${name}`, DEPLOY), 'utf8'));
  return documents.map((document) => {
    expect(document.errors).toEqual([]);
    return { file: name, manifest: document.toJS() as Manifest };
  });
});

function containers(): { name: string; container: Container }[] {
  return manifests.flatMap(({ manifest }) => {
    const { template } = (manifest.spec ?? {}) as { template?: { spec: { containers: Container[] } } };
    const name = manifest.metadata.name;
    return (template?.spec.containers ?? []).map((container) => ({ name, container }));
  });
}

test.each(manifests)(
  "$file: $manifest.kind $manifest.metadata.name follows Kubernetes' schema",
  ({ manifest }) => {
    const Model = MODELS[manifest.kind];
    expect(Model).toBeDefined();
    const model = new Model(manifest as never);
    expect(() => model.validate()).not.toThrow();
  },
);

test('the manifests have no member that is unknown to Kubernetes', () => {
  // The schemas take any further member, which Kubernetes would refuse or ignore; the compiler does not.
  const folder = mkdtempSync(fileURLToPath(new URL('../.manifests-', import.meta.url)));
  try {
    const kinds = Object.keys(MODELS).join(', ');
    const values = manifests.map(({ manifest: { apiVersion, kind, ...rest } }) => {
      expect(new MODELS[kind](rest as never).apiVersion).toBe(apiVersion);
      return `new ${kind}(${JSON.stringify(rest)});`;
    });
    writeFileSync(
      join(folder, 'manifests.ts'),
      `import { ${kinds} } from './models.ts';\n${values.join('\n')}\n`,
    );
    const imports = readFileSync(fileURLToPath(import.meta.url), 'utf8').match(
      /^import .* from 'kubernetes-models.*$/gm,
    );
    writeFileSync(join(folder, 'models.ts'), (imports ?? []).join('\n').replaceAll('import {', 'export {'));
    const config = { extends: '../tsconfig.json', compilerOptions: { types: ['node'] }, include: ['*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    expect(spawnSync('tsc', ['-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('every setting of the manifests is one of the server, and every process gets what it needs', () => {
  const given = new Map(
    manifests.map(({ manifest: { kind, metadata, data, stringData } }) => [
      `${kind} ${metadata.name}`,
      Object.keys({ ...data, ...stringData }),
    ]),
  );
  expect([...given.values()].flat().filter((name) => !SETTINGS.has(name))).toEqual([]);
  for (const { name, container } of containers()) {
    const settings = container.envFrom.flatMap(({ configMapRef, secretRef }) => {
      const source = given.get(configMapRef ? `ConfigMap ${configMapRef.name}` : `Secret ${secretRef?.name}`);
      expect(source, name).toBeDefined();
      return source ?? [];
    });
    const own = (container.env ?? []).map((variable) => variable.name);
    expect(own.filter((variable) => !SETTINGS.has(variable))).toEqual([]);
    const all = new Set([...settings, ...own]);
    const needed = [
      'DATABASE_URL',
      'PUBLIC_URL',
      'S3_BUCKET_URL',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ];
    expect(needed.filter((variable) => !all.has(variable))).toEqual([]);
    // Only what migrates knows the password of the role that owns the tables.
    expect(all.has('MIGRATION_DATABASE_URL'), name).toBe(name === 'keyframe-migration');
  }
});

test('the chart takes no secret among the settings, which a ConfigMap holds', () => {
  const schema = readFileSync(new URL('helm/keyframe/values.schema.json', DEPLOY), 'utf8');
  const { pattern, enum: names } = Object.assign(
    {},
    ...JSON.parse(schema).properties.settings.propertyNames.not.anyOf,
  );
  const refused = [...SETTINGS].filter((name) => names.includes(name) || new RegExp(pattern).test(name));
  expect(refused).toEqual(
    expect.arrayContaining([
      ...['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      ...['UPSTREAM_KEY', 'UPSTREAM_CALLBACK_SECRET', 'OIDC_CLIENT_SECRET', 'METRICS_TOKEN'],
      ...['SMTP_URL', 'OPERATOR_WEBHOOK', 'OPERATOR_WEBHOOK_SECRET'],
    ]),
  );
  expect(refused).not.toContain('OIDC_CLIENT_ID');
});

test('image, port, probes, paths and command are those of the service', () => {
  const dockerfile = readFileSync(fileURLToPath(new URL('../../../Dockerfile', import.meta.url)), 'utf8');
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  const images = new Set(containers().map(({ container }) => container.image));
  expect([...images]).toEqual(['registry.example.com/keyframe:1.0.0']);
  const serving = containers().filter(({ container }) => container.command === undefined);
  expect(serving.map(({ name }) => name)).toEqual(['keyframe-api', 'keyframe-worker']);
  for (const { container } of serving) {
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect(container.startupProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
  }
  const migration = containers().find(({ name }) => name === 'keyframe-migration')?.container;
  expect(migration?.command).toEqual(['node', 'apps/server/src/admin.ts', 'database', 'migrate']);
  const ingress = manifests.find(({ manifest }) => manifest.kind === 'Ingress')?.manifest.spec as {
    rules: { http: { paths: { path: string }[] } }[];
  };
  const paths = ingress.rules.flatMap(({ http }) => http.paths.map(({ path }) => path));
  const caddyfile = readFileSync(new URL('../../server/compose/Caddyfile', import.meta.url), 'utf8');
  const open = /@public path (.*)/.exec(caddyfile)?.[1]?.split(' ') ?? [];
  const guide = readFileSync(new URL('../src/content/docs/guides/self-hosting.md', import.meta.url), 'utf8');
  expect(guide).toContain(`@public path ${open.join(' ')}\n`);
  expect(paths.toSorted()).toEqual([...new Set(open.map((path) => path.replace('/*', '')))].toSorted());
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const alerts: { groups: { rules: Rule[] }[] } = parse(
  readFileSync(new URL('helm/keyframe/files/keyframe.rules.yaml', DEPLOY), 'utf8'),
);
const rules = alerts.groups.flatMap(({ rules: own }) => own);

/** The texts of all parts of an expression that have one of these names in the grammar. */
function findParts(expression: string, names: readonly string[]): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: (node) => {
      if (names.includes(node.name)) found.push(expression.slice(node.from, node.to));
    },
  });
  return found;
}

const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  readFileSync(new URL('helm/keyframe/files/dashboard.json', DEPLOY), 'utf8'),
);
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title: `panel ${title}`,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'keyframe'),
  })),
);

test.each([...rules.map(({ alert, expr }) => ({ title: `alert ${alert}`, expr })), ...queries])(
  'the $title is PromQL about metrics and labels that there are',
  ({ expr }) => {
    expect(findParts(expr, ['⚠'])).toEqual([]);
    const metrics = findParts(expr, ['VectorSelector']).map((selector) => /^\w+/.exec(selector)?.[0] ?? '');
    expect(metrics.length).toBeGreaterThan(0);
    const known = metrics.map((metric) =>
      METRICS.has(metric) ? metric : metric.replace(/_(?:bucket|count|sum)$/, ''),
    );
    expect(known.filter((metric) => !METRICS.has(metric))).toEqual([]);
    const labels = findParts(expr, ['LabelName']).filter(
      (label) => !['le', 'job', 'instance', 'component'].includes(label),
    );
    expect(labels.filter((label) => !LABELS.has(label))).toEqual([]);
  },
);

test('the guide names every metric of the service, and no other', () => {
  const guide = readFileSync(new URL('../src/content/docs/guides/operating.md', import.meta.url), 'utf8');
  const table = /## Metrics\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '';
  const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  const own = [...METRICS].filter((name) => /^(?:keyframe|http|db)_/.test(name));
  expect(named.toSorted()).toEqual(own.toSorted());
});

test('the guide names every alert, and no other', () => {
  const guide = readFileSync(new URL('../src/content/docs/guides/operating.md', import.meta.url), 'utf8');
  const named = [...guide.matchAll(/^\| `(Keyframe\w+)`/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
