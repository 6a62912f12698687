import { Identifiers } from '@keyframe/openapi-tooling/generator';
import { concluded, printStatements, type Statement } from './statement.ts';

// How the only statement of a function that merely answers begins.
const ANSWER = '  return ';

export interface FunctionParts {
  /** The name that is wanted; a number is put behind one that is taken, or says nothing. */
  name: string;
  /** The first is `v`, the value. */
  parameters: string;
  result: string;
  body: () => readonly Statement[];
}

/** Definitions of functions and constants that decisions consist of. */
export interface Definitions {
  readonly isTyped: boolean;
  /** Collects the functions of the runtime that the code calls. */
  readonly used: { add: (name: string) => unknown };
  /** Defines a function once, under the key that identifies its behavior, and names it. */
  function: (key: string, parts: FunctionParts) => string;
  /** Names a constant; the same code is the same constant. */
  constant: (prefix: string, code: string, type?: string) => string;
}

export interface ModuleOptions {
  /** Names that the functions may not have. */
  taken?: Iterable<string>;
  /** Whether the code is TypeScript; JavaScript otherwise. */
  isTyped?: boolean;
}

/** Collects the functions and constants of the generated module that decides. */
export class DecisionModule implements Definitions {
  readonly isTyped: boolean;
  /** The functions of the runtime that the code calls. */
  readonly used = new Set<string>();
  readonly #names: Identifiers;
  readonly #functions = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #constants = new Map<string, { name: string; text: string }>();
  readonly #pending: (() => unknown)[] = [];

  constructor({ taken = [], isTyped = true }: ModuleOptions = {}) {
    this.#names = new Identifiers([...taken, 'v', 't', 'o', 'a', 'k', 'rest']);
    this.isTyped = isTyped;
  }

  /** Writes a function once, under the key that identifies its behavior. */
  function(key: string, { name: wanted, parameters, result, body }: FunctionParts): string {
    const existing = this.#functions.get(key);
    if (existing !== undefined) return existing;
    const isBare = /^[a-z]+(?:Of)?$/.test(wanted);
    const name = this.#names.take(isBare ? `${wanted}${this.#functions.size + 1}` : wanted);
    this.#functions.set(key, name);
    // A function precedes those that it calls, and may call itself.
    this.#texts.set(name, '');
    this.#pending.push(() => {
      const statements = concluded(body());
      const code = printStatements(statements);
      // The compiler lets a parameter be unused that says so.
      const unused = /\bv\b/.test(code) ? '' : '_';
      const isAnswer = statements.length === 1 && code.startsWith(ANSWER);
      const signature = { name, parameters: `${unused}${parameters}`, result };
      this.#texts.set(name, this.#declaration(signature, { code, isAnswer }));
    });
    if (this.#pending.length === 1) this.#writePending();
    return name;
  }

  #declaration(
    { name, parameters, result }: Omit<FunctionParts, 'body'>,
    { code, isAnswer }: { code: string; isAnswer: boolean },
  ): string {
    if (!this.isTyped) return `function ${name}(${parameters}) {\n${code}}\n`;
    if (!isAnswer) return `export function ${name}(${parameters}): ${result} {\n${code}}\n`;
    const answer = code.slice(ANSWER.length).replaceAll('\n  ', '\n');
    return `export const ${name} = (${parameters}): ${result} => ${answer}`;
  }

  // One after the other rather than one inside the other: a chain of functions may be longer than the stack.
  #writePending(): void {
    for (const write of this.#pending) write();
    this.#pending.length = 0;
  }

  /** Names a constant; the same code is the same constant. */
  constant(prefix: string, code: string, type?: string): string {
    const existing = this.#constants.get(code);
    if (existing) return existing.name;
    const name = this.#names.take(`${prefix}${this.#constants.size + 1}`);
    const start = type !== undefined && this.isTyped ? `const ${name}: ${type} = ` : `const ${name} = `;
    this.#constants.set(code, { name, text: `${start}${code};\n` });
    return name;
  }

  /** Writes all declarations. */
  text(): string {
    const constants = [...this.#constants.values()].map(({ text }) => text);
    return [constants.join(''), ...this.#texts.values()].filter((part) => part !== '').join('\n');
  }
}
