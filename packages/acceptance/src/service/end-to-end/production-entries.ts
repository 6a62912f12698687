// Commands and settings that start the service in production: of `npm start`, the image and the systemd unit of the guide.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
export const START: string = JSON.parse(read('package.json')).scripts.start;

interface Entry {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Last command of `npm start`, without `exec env` and the variables that it sets: the commands before it install and build. */
export function npmStartCommand(): string[] {
  const words = (START.split('&&').at(-1) ?? '').trim().split(' ');
  return words.slice(words.findIndex((word) => !/^(exec|env|\w+=.*)$/.test(word)));
}

/** Reads pairs such as `A=b C=d`. */
function parsePairs(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
}

function readImage(): Entry {
  const lines = read('Dockerfile').split('\n');
  const last = (name: string) =>
    lines.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  return { command: JSON.parse(last('CMD')), env: parsePairs(last('ENV')) };
}

export function readUnit(): Entry {
  const guide = read('apps/docs/src/content/docs/guides/self-hosting.md');
  const files = new Map(
    Array.from(guide.matchAll(/^```ini title="([^"]+)"\n(.*?)^```$/gms), ([, path = '', text = '']) => [
      path,
      text,
    ]),
  );
  const unit = files.get('/etc/systemd/system/keyframe.service') ?? '';
  const [, settings = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
  const env = parsePairs(files.get(settings) ?? '');
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  return { command: command.join(' ') === '/usr/bin/npm start' ? npmStartCommand() : command, env };
}

/** Reads the settings of the chart's processes, which run the image; the chart is rendered with its own values. */
export function readChart(): readonly [string, Pick<Entry, 'env'>] {
  const settings = read('deploy/kubernetes/settings.yaml').split('\ndata:\n').at(-1) ?? '';
  const pairs = Array.from(settings.matchAll(/^ {2}(\w+): '(.*)'$/gm), ([, name = '', value = '']) => [
    name,
    value,
  ]);
  return ['the Helm chart', { env: { ...readImage().env, ...Object.fromEntries(pairs) } }];
}

export const ENTRIES: readonly (readonly [string, Entry])[] = [
  ['the entry point of the image', readImage()],
  ['the systemd unit of the guide, which is npm start,', readUnit()],
];
