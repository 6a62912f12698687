import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { getFileName, hasFileOpening, hasFilePostposition, hasPostposition } from './function-names.ts';
import { findGlossaryWord, hasGlossaryWord } from './glossary.ts';
import { hasCommentOpening, hasTitleOpening } from './openings.ts';
import { readLines, readMarkdown, readTypeScript, type SourceText } from './read-source.ts';

export interface Finding {
  readonly kind: 'opening' | 'postposition' | 'glossary';
  /** Path from the root of the repository. */
  readonly path: string;
  readonly text: string;
}

export interface LanguageReport {
  readonly findings: readonly Finding[];
  /** Count of names of functions and types by workspace folder. */
  readonly names: ReadonlyMap<string, number>;
}

const PATTERNS = ['*.ts', '*.tsx', '*.mts', '*.cts', '*.sql', '*.astro', '*.mjs', '*.js', '*.md'];
// Released migrations and records of decisions are never edited; changelogs are written by a tool.
const UNEDITED = /\/db\/migrations\/|^apps\/docs\/decisions\/|CHANGELOG\.md$/;
// These files contain the words that they look for.
const OWN_WORDS = /^packages\/workspace\/src\/language\//;

/** Returns the workspace folder of a path, or "." for a file of the root. */
export function getWorkspace(path: string): string {
  const [top, name] = path.split('/');
  if (top === 'spec') return 'spec';
  return (top === 'packages' || top === 'apps') && name !== undefined ? `${top}/${name}` : '.';
}

function readSource(path: string, text: string): SourceText {
  const extension = extname(path);
  if (extension === '.md') return readMarkdown(text);
  return ['.ts', '.tsx', '.mts', '.cts'].includes(extension) ? readTypeScript(path, text) : readLines(text);
}

/** Finds openings, postpositions and glossary words in one file. */
export function measureSource(path: string, text: string): { findings: Finding[]; names: number } {
  const source = readSource(path, text);
  const list = (kind: Finding['kind'], texts: readonly string[]): Finding[] =>
    texts.map((found) => ({ kind, path, text: found.trim() }));
  const names = [...source.functionNames, ...source.typeNames];
  const file = [getFileName(path)];
  const prose = [...source.comments, ...source.testTitles, ...source.messages];
  return {
    findings: [
      ...list('opening', source.lines.filter(hasCommentOpening)),
      ...list('opening', source.testTitles.filter(hasTitleOpening)),
      ...list('opening', file.filter(hasFileOpening)),
      ...list('postposition', names.filter(hasPostposition)),
      ...list('postposition', file.filter(hasFilePostposition)),
      ...list(
        'glossary',
        prose.filter((line) => findGlossaryWord(line) !== undefined),
      ),
      ...list('glossary', source.names.filter(hasGlossaryWord)),
      ...list('glossary', file.filter(hasGlossaryWord)),
    ],
    names: names.length,
  };
}

/** Measures all first-party files that git lists in a folder. */
export function measureLanguage(root: string): LanguageReport {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...PATTERNS], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const findings: Finding[] = [];
  const names = new Map<string, number>();
  for (const path of new Set(listed.trim().split('\n'))) {
    if (UNEDITED.test(path) || OWN_WORDS.test(path)) continue;
    const text = readIfPresent(join(root, path));
    if (text === undefined) continue;
    const measured = measureSource(path, text);
    findings.push(...measured.findings);
    const workspace = getWorkspace(path);
    names.set(workspace, (names.get(workspace) ?? 0) + measured.names);
  }
  return { findings, names };
}

// Git lists files that were removed but not staged yet.
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
