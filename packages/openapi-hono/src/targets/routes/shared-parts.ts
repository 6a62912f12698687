// Writes code that several operations of a module repeat once: a response, the parameters of a location.
import { type Code, declare, print, pure, template } from '@keyframe/openapi-codegen';
import type { Generation } from '../../generation.ts';
import type { TypedCode } from './parameter-code.ts';

interface Part {
  name: string;
  code: Code;
  /** Undefined where the type is one that the runtime has. */
  type: Code | undefined;
  /** Writes the type of the constant; nothing where it is inferred. */
  annotate: () => Code;
  /** The number of characters in its code and type. */
  length: number;
  /** Uses of the part, to be replaced by its name. */
  uses: { code: Code[]; type: Code[] }[];
}

// Characters that the declaration of a part adds to its code, and that a name has to save at least.
const DECLARATION = 30;
const WORTH = 100;

// Reports whether one declaration and its names are shorter than the repeated part.
function isWorthAName({ length, name, type, uses }: Part): boolean {
  const nameLength = type === undefined ? name.length : 2 * name.length;
  return uses.length * (length - nameLength) - (length + nameLength + DECLARATION) >= WORTH;
}

/** Collects the parts of a module, and names those that are repeated. */
export class SharedParts {
  readonly #parts = new Map<string, Part>();

  /** Notes a part and the name that it gets where it is repeated; its code is whole until `declare` is called. */
  share({ code, type }: TypedCode, name: string): TypedCode {
    return this.#note({ name, code, type, annotate: () => '' });
  }

  /** Notes a value of a type of the runtime's. */
  shareValue(code: Code, { name, writeType }: { name: string; writeType: () => Code }): Code {
    return this.#note({ name, code, type: undefined, annotate: () => [': ', writeType()] }).code;
  }

  #note(part: Omit<Part, 'length' | 'uses'>): TypedCode {
    const { name, code, type = '' } = part;
    const text = `${print(code)}\n${print(type)}`;
    const key = `${name}\n${text}`;
    const first = this.#parts.get(key) ?? { ...part, length: text.length, uses: [] };
    const use = { code: [code], type: [type] };
    first.uses.push(use);
    this.#parts.set(key, first);
    return use;
  }

  /** Names the repeated parts, replaces their uses by the names, and writes their declarations. */
  declare(generation: Generation): Code[] {
    const repeated = [...this.#parts].filter(([, part]) => isWorthAName(part));
    return repeated.map(([, { name: baseName, code, type, annotate, uses }]) => {
      // Names of their own: of one name, the declaration of the type would need that of the constant.
      const typeName = type === undefined ? '' : generation.takeName(baseName);
      const name = generation.takeName(`${baseName.charAt(0).toLowerCase()}${baseName.slice(1)}`);
      for (const use of uses) {
        use.code.splice(0, 1, name);
        use.type.splice(0, 1, typeName);
      }
      const typeLine = type === undefined ? '' : template`type ${declare(typeName)} = ${[type, ';']}\n\n`;
      return [typeLine, template`const ${declare(name)}${annotate()} = ${pure(code)};\n`];
    });
  }
}
