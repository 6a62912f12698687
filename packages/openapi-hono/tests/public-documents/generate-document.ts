// Generates the server and the client of one document, by the strictest options that accept it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { REPAIRS } from '@keyframe/openapi-model';
import type { GenerationReply, GenerationRequest } from './generator-process.ts';

/** The result of one generator for one document. */
export interface Outcome {
  result: 'lenient' | 'refused' | 'skipped' | 'strict';
  /** The lenient rules that were needed. */
  rules: string[];
  /** Count of operations that were omitted. */
  skipped: number;
  /** The first few problems of the last reading that did not accept the whole document. */
  reasons: string[];
}

/** Package and, if it is not `generate`, command of each generator. */
const GENERATORS = {
  server: ['openapi-hono'],
  client: ['openapi-client'],
  types: ['keyframe', 'types'],
} as const;

export type GeneratorName = keyof typeof GENERATORS;

export const GENERATOR_NAMES = ['server', 'client', 'types'] as const satisfies readonly GeneratorName[];

const ATTEMPTS = [
  { result: 'strict', lenient: false, skipUnsupported: false },
  { result: 'lenient', lenient: true, skipUnsupported: false },
  { result: 'skipped', lenient: true, skipUnsupported: true },
] as const;

const REASONS = 3;
const TIMEOUT_MS = 600_000;

/** A generator in a process of its own, which is replaced when it fails or takes too long. */
export class DocumentGenerator implements Disposable {
  readonly #name: GeneratorName;
  #child: ChildProcess | undefined;

  constructor(name: GeneratorName) {
    this.#name = name;
  }

  /** Generates into a folder, which is empty if the document is refused. */
  async generate(document: string, out: string): Promise<Outcome> {
    let reasons: string[] = [];
    for (const { result, ...options } of ATTEMPTS) {
      await rm(out, { recursive: true, force: true });
      const reply = await this.#request({ document, out, ...options });
      if ('warnings' in reply) {
        const rules = reply.warnings.flatMap(({ rule }) => REPAIRS.find((one) => one === rule) ?? []);
        const used = result === 'strict' ? [] : [...new Set(rules)].sort();
        return { result, rules: used, skipped: reply.skipped.length, reasons };
      }
      const found = 'problems' in reply ? reply.problems.map(({ message }) => message) : [reply.failure];
      reasons = [...new Set(found)].slice(0, REASONS);
    }
    return { result: 'refused', rules: [], skipped: 0, reasons };
  }

  [Symbol.dispose](): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #request(request: GenerationRequest): Promise<GenerationReply> {
    const child = await this.#start();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const ended = new AbortController();
    try {
      child.send(request);
      const exit = once(child, 'exit', { signal: ended.signal }).then(() => [
        { failure: 'The process ended.' },
      ]);
      const [reply] = await Promise.race([once(child, 'message', { signal }), exit]);
      if ('failure' in reply) this[Symbol.dispose]();
      return reply;
    } catch {
      this[Symbol.dispose]();
      return { failure: `No result after ${TIMEOUT_MS / 1_000} seconds.` };
    } finally {
      ended.abort();
    }
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const script = fileURLToPath(import.meta.resolve('./generator-process.ts'));
    this.#child = fork(script, GENERATORS[this.#name], { execArgv: ['--max-old-space-size=4096'] });
    await once(this.#child, 'message');
    return this.#child;
  }
}
