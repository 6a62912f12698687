// The tools of the table: each tests a running server and returns its findings.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { runDredd, runRespect } from '../../src/ci/dredd-and-respect.ts';
import { runPrismProxy } from '../../src/ci/prism-proxy.ts';
import { runWithCredentials, type ServerTool } from '../../src/ci/tool-run.ts';
import type { Finding } from '../../src/finding.ts';
import { findSubject, type PeerAccess, type Subject, type Trial } from './subjects.ts';

/** Returns each kind of finding once; throws if the tool cannot run. */
export type Tool = (trial: Trial) => Promise<string[]>;

/** Tools by name. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  'contract-gate': async (trial) => {
    const { findings } = await findSubject(trial.area).runGate(trial);
    // A note accuses nobody.
    const counted = findings.filter(({ severity }) => severity !== 'note');
    return [...new Set(counted.map(formatFound))];
  },
  Schemathesis: testWithSchemathesis,
  Dredd: (trial) => runPeer(trial, runDredd, 'examples'),
  'Prism proxy': (trial) => runPeer(trial, runPrismProxy, 'examples'),
  respect: (trial) => runPeer(trial, runRespect, 'workflows'),
};

function formatFound({ check, severity }: Finding): string {
  return severity === 'error' ? check : `${check} (${severity})`;
}

async function runPeer(trial: Trial, tool: ServerTool, reads: 'examples' | 'workflows'): Promise<string[]> {
  const subject = findSubject(trial.area);
  const { document, documentWithExamples, authorization, hooks, hookEnv, workflows, workflowInputs } =
    requirePeers(subject);
  await using running = await subject.start(trial);
  const model =
    reads === 'examples'
      ? readModel(await documentWithExamples(running.url), 'openapi.yaml')
      : await document();
  const outcome = await runWithCredentials(tool, {
    model,
    server: { headers: { Authorization: authorization }, hookEnv, workflowInputs, url: running.url.href },
    config: { document: 'openapi.yaml', dredd: { hooks }, prismProxy: {}, respect: { workflows } },
    signal: new AbortController().signal,
  });
  if (typeof outcome === 'string') throw new Error(outcome);
  return [...new Set(outcome.map(({ operation, message }) => operation ?? message))];
}

/** The command of Schemathesis: `pip install schemathesis`. */
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? 'schemathesis';

// Runs all checks and phases, and stops at the first failure, because the table needs only one. The baseline contains its
// findings in the server that conforms.
async function testWithSchemathesis(trial: Trial): Promise<string[]> {
  const subject = findSubject(trial.area);
  const { document, authorization, baseline } = requirePeers(subject);
  await using running = await subject.start(trial);
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify((await document()).original satisfies JsonObject));
    const words = ['run', file, '--url', running.url.href, '--header', `Authorization: ${authorization}`];
    const known = trial.mutant === undefined || baseline === undefined ? [] : ['--baseline', baseline];
    const output = await runSchemathesis(
      [...words, ...known, '--seed', String(trial.seed), '--max-failures', '1', '--no-color'],
      folder,
    );
    return [
      ...new Set(
        [...output.matchAll(/^ *- (?<kind>[A-Z]{2}\d+ .+)$/gm)].map(({ groups }) => groups?.kind ?? ''),
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runSchemathesis(words: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(SCHEMATHESIS, [...words], { cwd, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error === null) done('');
      else if (error.code === 1) done(stdout);
      else fail(new Error(`${SCHEMATHESIS}: ${stderr || error.message}`));
    });
  });
}

function requirePeers({ title, peers }: Subject): PeerAccess {
  if (!peers) throw new Error(`Only contract-gate tests ${title}.`);
  return peers;
}
