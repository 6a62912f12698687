import { readFileSync } from 'node:fs';

/** A fenced block of a README: the word behind the fence, and the file name behind that. */
export interface Block {
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}

const ROOT = new URL('../../../../', import.meta.url);

/** Reads the fenced blocks of a README, or of one of its sections. */
export function readBlocks(readme: string, section?: string): Block[] {
  const text = readFileSync(new URL(readme, ROOT), 'utf8');
  const [, part] = section === undefined ? [text, text] : (findSection(text, section) ?? []);
  if (part === undefined) throw new Error(`${readme} has no section "${section}".`);
  return Array.from(
    part.matchAll(/^```(\w+) ?(\S+)?\n(.*?)^```$/gms),
    ([, language = '', file, block = '']) => ({ language, file, text: block }),
  );
}

function findSection(markdown: string, title: string): RegExpExecArray | null {
  return new RegExp(`^## ${title}\\n(.*?)(?=^## |(?![^]))`, 'ms').exec(markdown);
}
