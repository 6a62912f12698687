// A registry on loopback, and a home in which every package manager takes our packages from it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, freePort, startChild } from '@keyframe/test-kit';
import { run } from './command.ts';
import { registrySettings } from './install-consumers.ts';

const VERSION = '6.10.4';
/** The registry asks for a tag of this package, which mirrors may lack. */
const OVERRIDES = { 'node-fetch': '2.7.0' };
const CONFIG = `storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
packages:
  '@keyframe/*': { access: $all, publish: $authenticated }
log: { type: stdout, level: warn }
`;

/** A running registry. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Signs a user up, and returns its token. */
  createToken(): Promise<string>;
}

/** Installs the registry in a folder, and starts it. */
export async function startRegistry(folder: string): Promise<Registry> {
  await mkdir(folder);
  const manifest = { private: true, dependencies: { verdaccio: VERSION }, overrides: OVERRIDES };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'config.yaml'), CONFIG);
  await run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  const port = await freePort();
  const command = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const args = [command, '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`];
  const child = startChild({ args, cwd: folder });
  const url = `http://127.0.0.1:${port}/`;
  await eventually('the registry', () => fetch(url).catch(() => undefined));
  return {
    url,
    async createToken() {
      const user = { name: 'release', password: crypto.randomUUID() };
      const response = await fetch(`${url}-/user/org.couchdb.user:release`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(user),
      });
      const { token }: { token: string } = await response.json();
      return token;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

/** Writes the settings of a user who takes packages of our scope from a registry. */
export async function writeHome(folder: string, { url }: Registry): Promise<void> {
  await mkdir(folder);
  const [server = '', certificates] = await registrySettings();
  const file = certificates?.replace('httpsCaFilePath: ', 'cafile=').replaceAll('"', '');
  await writeFile(join(folder, '.npmrc'), [`@keyframe:registry=${url}`, file ?? '', ''].join('\n'));
  const yarn = [
    server,
    certificates ?? '',
    'enableTelemetry: false',
    'nodeLinker: node-modules',
    'unsafeHttpWhitelist: [127.0.0.1]',
    // By default, Yarn installs no version of the last day.
    "npmPreapprovedPackages: ['@keyframe/*']",
    `npmScopes: { keyframe: { npmRegistryServer: '${url}' } }`,
    '',
  ];
  await writeFile(join(folder, '.yarnrc.yml'), yarn.join('\n'));
}
