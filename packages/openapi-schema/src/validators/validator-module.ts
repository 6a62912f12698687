import { type Code, Identifiers, PURE, print, separate } from '@keyframe/openapi-codegen';
import * as functions from '@keyframe/openapi-runtime/client';
import { findCircles } from '../nodes/search-graph.ts';
import { runtime } from './runtime-function.ts';
import {
  ACCEPT,
  acceptanceCode,
  type Conclusion,
  concluded,
  isAcceptance,
  isEnd,
  type Statement,
  statementsCode,
} from './statement.ts';

// The head of a function that only answers does not count.
const ANSWER_WIDTH = 100;

export interface FunctionParts {
  /** The name that is wanted; one that is taken gets a number. */
  name: string;
  /** The first is `v`, the value. */
  parameters: string;
  result: string;
  body: () => readonly Statement[];
}

/** A function of the module, and the names of the functions that it calls. */
interface WrittenFunction extends FunctionParts {
  calls: Set<string>;
  statements: readonly Conclusion[];
}

export interface ModuleOptions {
  /** Names that the functions may not have. */
  taken?: Iterable<string>;
}

/** Collects the functions and constants of the generated module that decides. */
export class DecisionModule {
  readonly #names: Identifiers;
  readonly #functions = new Map<string, string>();
  readonly #byName = new Map<string, WrittenFunction>();
  readonly #constants = new Map<string, { name: string; code: Code }>();
  readonly #pending: WrittenFunction[] = [];
  /** The function whose body is being written. */
  #caller: WrittenFunction | undefined;

  constructor({ taken = [] }: ModuleOptions = {}) {
    this.#names = new Identifiers([...taken, ...Object.keys(functions), 'v', 't', 'o', 'a', 'k', 'rest']);
  }

  /** Writes a function once, under the key that identifies its behavior. */
  function(key: string, parts: FunctionParts): string {
    const name = this.#functions.get(key) ?? this.#define(key, parts);
    this.#caller?.calls.add(name);
    return name;
  }

  #define(key: string, parts: FunctionParts): string {
    const name = this.#names.take(parts.name);
    const definition: WrittenFunction = { ...parts, name, calls: new Set(), statements: [] };
    this.#functions.set(key, name);
    // A function precedes those that it calls, and may call itself.
    this.#byName.set(name, definition);
    this.#pending.push(definition);
    if (this.#pending.length === 1) this.#writePending();
    return name;
  }

  // One after the other rather than one inside the other: a chain of functions may be longer than the stack.
  #writePending(): void {
    for (const definition of this.#pending) {
      this.#caller = definition;
      definition.statements = concluded(definition.body());
    }
    this.#caller = undefined;
    this.#pending.length = 0;
  }

  #declaration(definition: WrittenFunction, isRecursive: boolean): Code[] {
    const { name, parameters: declared, result, statements } = definition;
    const [only, ...otherStatements] = statements;
    const isAnswer = otherStatements.length === 0 && (isAcceptance(only) || isEnd(only));
    // The compiler lets a parameter be unused that says so.
    const parameters = statements.every(isEnd) ? `_${declared}` : declared;
    const head = `(${parameters}): ${result}`;
    if (isRecursive) {
      const type = `: (${parameters}) => ${result}`;
      const code = statementsCode(statements);
      return [
        `export const ${name}${type} = ${PURE}`,
        runtime('recursive'),
        `(${head} => {\n`,
        ...code,
        '});\n',
      ];
    }
    if (!isAnswer || only === undefined)
      return [`export function ${name}${head} {\n`, ...statementsCode(statements), '}\n'];
    const body = isAcceptance(only) ? acceptanceCode(only, '  ', ANSWER_WIDTH) : [String(only === ACCEPT)];
    return [`export const ${name} = ${head} => `, ...body, ';\n'];
  }

  /** Names a constant; the same code is the same constant. */
  constant(prefix: string, code: Code, type?: string): string {
    const text = print(code);
    const existing = this.#constants.get(text);
    if (existing) return existing.name;
    // A number that counts all constants would change with each that precedes it.
    const owner = this.#caller?.name.replace(/^[a-z]+/, '') ?? '';
    const name = this.#names.take(`${prefix}${owner}`);
    const start = type === undefined ? `const ${name} = ` : `const ${name}: ${type} = `;
    this.#constants.set(text, { name, code: [start, code, ';\n'] });
    return name;
  }

  /** Writes all declarations; nothing if there are none. */
  code(): Code[] {
    const constants = [...this.#constants.values()].map(({ code }) => code);
    const circles = this.#findCircles();
    const functions = [...this.#byName.values()].map((definition) =>
      this.#declaration(definition, definition.result === 'boolean' && circles.get(definition.name) === true),
    );
    return separate([...(constants.length > 0 ? [constants] : []), ...functions], '\n');
  }

  // Functions that list members call decisions only, so each circle contains a decision.
  #findCircles(): ReadonlyMap<string, boolean> {
    const circles = new Map<string, boolean>();
    const listCalls = (name: string) => [...(this.#byName.get(name)?.calls ?? [])];
    for (const name of this.#byName.keys()) if (!circles.has(name)) findCircles(name, listCalls, circles);
    return circles;
  }
}
