// The GitHub Action: runs keyframe.mjs of its release with the words of its input. It installs nothing, and runs no shell.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

/** Splits a text at blanks outside of quotes. It expands nothing: the text may be that of a pull request. */
function splitWords(text) {
  const word = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;
  if (text.replace(word, '').trim() !== '') return undefined;
  return Array.from(text.matchAll(word), ([quoted]) => quoted.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** Downloads the file of a release, once for a job. */
async function downloadFile(version, environment) {
  const path = join(environment.RUNNER_TEMP ?? tmpdir(), `keyframe-${version}.mjs`);
  if (existsSync(path)) return path;
  const server = environment.GITHUB_SERVER_URL ?? 'https://github.com';
  const repository = environment.GITHUB_ACTION_REPOSITORY || 'keyframe/keyframe';
  const tag = encodeURIComponent(`@keyframe/cli@${version}`);
  const url = `${server}/${repository}/releases/download/${tag}/keyframe.mjs`;
  const response = await fetch(url).catch((error) => ({
    ok: false,
    status: error.cause?.code ?? error.message,
  }));
  if (!response.ok)
    throw new Error(`GET ${url} failed: ${response.status}. The input "file" names a file of your own.`);
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  return path;
}

async function runAction(environment) {
  const words = splitWords(environment.INPUT_ARGUMENTS ?? '');
  if (words === undefined) throw new Error('The input "arguments" has a quote without its end.');
  const file = environment.INPUT_FILE || (await downloadFile(packageJson.version, environment));
  return spawnSync(process.execPath, [file, ...words], { stdio: 'inherit' }).status ?? 3;
}

const status = await runAction(process.env).catch((error) => {
  console.error(error.message);
  return 2;
});
if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `status=${status}\n`);
process.exitCode = status;
