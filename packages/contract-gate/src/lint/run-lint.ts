// Lints a document with Redocly, by the rules of its configuration, and with the doctor of openapi-hono.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { type DoctorFinding, doctor } from '@keyframe/openapi-hono';
import type { DocumentOptions } from '@keyframe/openapi-model';
import {
  inspectDocument,
  isJsonObject,
  type JsonValue,
  omitProblems,
  parsePointer,
  type Selection,
} from '@keyframe/openapi-model';
import { isWebUrl } from '@keyframe/openapi-model/document';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { createScope, type Scope } from '../filter/document-scope.ts';
import type { Finding } from '../finding.ts';
import type { Report, ToolSummary } from '../report/report.ts';
import { findTool, runTool } from '../tools/run-tool.ts';
import { UsageError } from '../usage-error.ts';

/** Options of `runLint`; Redocly reads the document as it is in its files. */
export interface LintOptions extends Selection, DocumentOptions {
  /** The path of a Redocly configuration; its recommended rules by default. */
  redocly?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Lists the problems of a document at a path. Throws UsageError and DocumentReadError. */
export async function runLint(document: string, options: LintOptions = {}): Promise<Report> {
  const started = performance.now();
  const tool = findTool('@redocly/cli', 'redocly');
  requireRedocly(options.redocly, tool);
  const { isChosen, isRead } = await readScopes(document, options);
  const { include: _include, exclude: _exclude, ...reading } = options;
  const diagnosis = await doctor(document, reading);
  const doctorFindings = diagnosis
    .flatMap(fromDoctor)
    // Its pointers are those of the bundled document, whichever file they come from.
    .filter(({ pointer }) => isChosen({ pointer }));
  const doctored = performance.now();
  const lint = isWebUrl(document) ? runRedoclyOnCopy : runRedocly;
  const linted = (await lint(tool, document, options))?.filter(isRead);
  // The doctor checks no examples of a document that it cannot generate from.
  const isSound = !diagnosis.some(({ level }) => level === 'error');
  const redocly = linted && omitRepetitions(isSound ? omitCheckedExamples(linted) : linted, doctorFindings);
  const tools: ToolSummary[] = [
    { name: 'doctor', findings: doctorFindings.length, elapsedMs: doctored - started },
    {
      name: 'redocly',
      findings: redocly?.length ?? 0,
      elapsedMs: performance.now() - doctored,
      ...(redocly ? {} : { skipped: '@redocly/cli is not installed' }),
    },
  ];
  return { command: 'lint', document, findings: [...doctorFindings, ...(redocly ?? [])], tools };
}

// The doctor finds the same at the same location.
const REPEATING = [
  'no-identical-paths',
  'no-unresolved-refs',
  'nullable-type-sibling',
  'spec-ref-siblings',
  'struct',
];

/** Omits findings of Redocly that repeat those of the doctor, unless only Redocly calls it an error. */
export function omitRepetitions(redocly: readonly Finding[], doctorFindings: readonly Finding[]): Finding[] {
  const getLine = ({ location }: Finding) => location && `${location.file}:${location.line}`;
  const lines = Map.groupBy(doctorFindings, getLine);
  const isRepeated = (finding: Finding) =>
    lines
      .get(getLine(finding))
      ?.some(({ severity }) => severity === 'error' || severity === finding.severity) ?? false;
  const checks = new Set(REPEATING.map((rule) => `redocly-${rule}`));
  return redocly.filter((finding) => !checks.has(finding.check) || !isRepeated(finding));
}

const EXAMPLE_RULES = ['media-type', 'parameter', 'schema'].map(
  (kind) => `redocly-no-invalid-${kind}-examples`,
);

/**
 * Omits findings of Redocly about examples that the doctor checks: by the schemas of requests and of responses, with
 * discriminators, which Redocly reads in another way. The doctor checks media types only if they are JSON.
 */
export function omitCheckedExamples(redocly: readonly Finding[]): Finding[] {
  return redocly.filter(({ check, pointer }) => {
    if (!EXAMPLE_RULES.includes(check)) return true;
    const tokens = parsePointer(pointer) ?? [];
    const index = tokens.lastIndexOf('content');
    return check === EXAMPLE_RULES[0] && index >= 0 && !isJson(tokens[index + 1] ?? '');
  });
}

/**
 * Reads which findings are about the chosen operations, and which are about those that the options do not omit either.
 * A document that cannot be read as a model has no operations yet: all that is wrong with it counts.
 */
async function readScopes(
  document: string,
  options: LintOptions,
): Promise<{ isChosen: Scope; isRead: Scope }> {
  const { include = [], exclude = [], skipUnsupported, ...whole } = options;
  const isEverything = () => true;
  if (include.length + exclude.length === 0 && !skipUnsupported) {
    return { isChosen: isEverything, isRead: isEverything };
  }
  const inspection = await inspectDocument(document, whole);
  const { model } = inspection;
  if (!model) return { isChosen: isEverything, isRead: isEverything };
  const isChosen = createScope(model, { include, exclude });
  const { omitted } = omitProblems(inspection, { skipUnsupported });
  const isKept = createScope(model, { exclude: omitted.map(({ pointer }) => pointer) });
  return { isChosen, isRead: (finding) => isChosen(finding) && isKept(finding) };
}

function fromDoctor(finding: DoctorFinding): Finding[] {
  const { rule, level, pointer, message, repair, file, line, column } = finding;
  return [
    {
      check: `doctor-${rule}`,
      severity: level === 'info' ? 'note' : level,
      pointer,
      message,
      expected: repair,
      received: '',
      ...(file !== undefined && line !== undefined && column !== undefined
        ? { location: { file, line, column } }
        : {}),
    },
  ];
}

/** Rejects a configuration of rules that nothing would apply. */
export function requireRedocly(configuration: string | undefined, tool: string | undefined): void {
  if (configuration === undefined || tool !== undefined) return;
  throw new UsageError(
    `The rules of ${configuration} need @redocly/cli, which is not installed. Install it: npm install --save-dev @redocly/cli`,
  );
}

async function runRedocly(
  tool: string | undefined,
  document: string,
  options: LintOptions,
): Promise<Finding[] | undefined> {
  if (tool === undefined) return undefined;
  const config =
    options.redocly === undefined ? ['--extends', 'recommended'] : ['--config', resolve(options.redocly)];
  const words = ['lint', resolve(document), '--format', 'json', '--max-problems', '10000', ...config];
  const { stdout, stderr } = await runTool(tool, words, { cwd: tmpdir(), signal: options.signal });
  // The doctor reports the same.
  if (stderr.includes('Document must be JSON object')) return [];
  const unreadable = fromParseFailure(stderr);
  if (unreadable) return [unreadable];
  return parseProblems(stdout, stderr).map((problem) => fromRedocly(problem, document));
}

/** Lints a copy of a document at a URL: Redocly itself would send no headers, and follow its references to any host. */
async function runRedoclyOnCopy(
  tool: string | undefined,
  document: string,
  options: LintOptions,
): Promise<Finding[] | undefined> {
  const read = await inspectDocument(document, { readFile: options.readFile });
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-lint-'));
  try {
    const copy = join(folder, 'openapi.json');
    await writeFile(copy, JSON.stringify(read.document));
    const findings = await runRedocly(tool, copy, options);
    return findings?.map((finding) => {
      const { file, line, column } = read.locate(finding.pointer) ?? {};
      return { ...finding, location: { file: file ?? document, line: line ?? 1, column: column ?? 1 } };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function parseProblems(stdout: string, stderr: string): JsonValue[] {
  try {
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    if (Array.isArray(problems)) return problems;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`Redocly could not lint the document: ${(stderr || stdout).trim()}`);
}

// Its parser of YAML rejects documents that others accept; what else was found is reported all the same.
function fromParseFailure(stderr: string): Finding | undefined {
  const found =
    /^Failed to parse API description at .*\n+ *- (?<reason>.*) in "(?<path>.*)" \((?<position>\d+:\d+)\)/m.exec(
      stderr,
    )?.groups;
  if (!found) return undefined;
  const { reason = '', path = '', position = '' } = found;
  const [line, column] = position.split(':').map(Number);
  return {
    check: 'redocly-parse-failed',
    severity: 'error',
    pointer: '#',
    message: `Redocly cannot parse the document: ${reason}.`,
    expected: 'YAML that the parser of Redocly accepts, js-yaml',
    received: '',
    location: { file: relative('.', path), line: line ?? 1, column: column ?? 1 },
  };
}

function fromRedocly(problem: JsonValue, document: string): Finding {
  const { ruleId, severity, message, location } = isJsonObject(problem) ? problem : {};
  const [first] = Array.isArray(location) ? location : [];
  const { pointer, source, start } = isJsonObject(first) ? first : {};
  // Redocly writes paths relative to the folder that it runs in.
  const file = isJsonObject(source) ? relative('.', resolve(tmpdir(), String(source.ref))) : document;
  const { line = 1, col = 1 } = isJsonObject(start) ? start : {};
  return {
    check: `redocly-${String(ruleId).replaceAll('/', '-').toLowerCase()}`,
    severity: severity === 'error' ? 'error' : 'warning',
    pointer: typeof pointer === 'string' ? pointer : '#',
    message: String(message),
    expected: '',
    received: '',
    location: { file, line: Number(line), column: Number(col) },
  };
}
