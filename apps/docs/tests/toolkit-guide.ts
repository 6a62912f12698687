// Writes the files of the toolkit's guides, runs their commands and compiles their code.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { replaceNpx } from '@keyframe/test-kit';
import { afterAll } from 'vitest';

export const run = promisify(execFile);
const GUIDES = fileURLToPath(new URL('../src/content/docs/guides/', import.meta.url));
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
/** The packages whose tools the guides call: `bench` and `acceptance` have the tools that they replace. */
const TOOLS = [
  REPOSITORY,
  PACKAGE,
  ...['bench', 'acceptance'].map((name) => join(REPOSITORY, 'packages', name)),
];

/** A code block of a guide: ```language info. */
export interface Block {
  readonly language: string;
  readonly info: string;
  readonly text: string;
}

/** Lists the code blocks of a guide. */
export function readBlocks(guide: string): Block[] {
  const markdown = readFileSync(join(GUIDES, `${guide}.md`), 'utf8');
  return Array.from(
    markdown.matchAll(/^```(\w+) ?(\S+)?\n(.*?)^```$/gms),
    ([, language = '', info = '', text = '']) => ({ language, info, text }),
  );
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Creates a folder in a project, for the time of the tests. */
export function createFolder(project: string): string {
  const folder = mkdtempSync(join(project, '.guide-'));
  folders.push(folder);
  return folder;
}

/** Writes the files of a guide, those of its diffs as they are before or after the change. */
export function writeBlocks(guide: string, folder: string, side: 'after' | 'before'): void {
  const omitted = side === 'after' ? '-' : '+';
  for (const { language, info, text } of readBlocks(guide)) {
    const lines = text.split('\n').filter((line) => !line.startsWith(omitted));
    const content = language === 'diff' ? lines.map((line) => line.slice(1)).join('\n') : text;
    if (info.includes('.')) writeFileSync(join(folder, info), content);
  }
}

type Environment = Readonly<Record<string, string>>;

function createEnvironment(env: Environment): NodeJS.ProcessEnv {
  const tools = TOOLS.map((folder) => join(folder, 'node_modules/.bin'));
  return { ...process.env, ...env, PATH: [...tools, process.env.PATH].join(delimiter) };
}

/** Runs commands with the tools of the repository; without `npx`. */
export function shell(commands: string, cwd: string, env: Environment = {}) {
  return run('sh', ['-ec', replaceNpx(commands)], { cwd, env: createEnvironment(env) });
}

/** Starts a command that runs until it is disposed of. */
export function startCommand(command: string, cwd: string): AsyncDisposable {
  const child = spawn('sh', ['-c', `exec ${replaceNpx(command)}`], {
    cwd,
    env: createEnvironment({}),
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Compiles the files of a folder and returns the errors. */
export async function compile(folder: string): Promise<string> {
  const config = { extends: join(REPOSITORY, 'tsconfig.base.json'), include: ['**/*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return (await shell('tsc -p . || true', folder)).stdout;
}
