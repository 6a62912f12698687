// Writes what several operations of a module say alike once: an answer, the parameters of a place.
import { type Code, print } from '@keyframe/openapi-model/generator';
import type { Generation } from '../../generation.ts';
import { pure } from '../../printer/pure.ts';
import type { TypedCode } from './parameter-code.ts';

interface Part {
  name: string;
  code: Code;
  /** Undefined where the type is one that the runtime has. */
  type: Code | undefined;
  /** Writes the type of the constant; nothing where it is inferred. */
  annotate: () => Code;
  /** Where the part stands, to be replaced by its name. */
  places: { code: Code[]; type: Code[] }[];
}

// Shorter ones cost less where they stand.
const SHORTEST = 100;

/** Collects the parts of a module, and names those that are repeated. */
export class SharedParts {
  readonly #parts = new Map<string, Part>();

  /** Notes a part and the name that it gets where it is repeated; its code is whole until `declare` is called. */
  share({ code, type }: TypedCode, name: string): TypedCode {
    return this.#note({ name, code, type, annotate: () => '' });
  }

  /** Notes a value of a type of the runtime's. */
  shareValue(code: Code, { name, typeOf }: { name: string; typeOf: () => Code }): Code {
    return this.#note({ name, code, type: undefined, annotate: () => [': ', typeOf()] }).code;
  }

  #note(part: Omit<Part, 'places'>): TypedCode {
    const { code, type = '' } = part;
    const key = `${print(code)}\n${print(type)}`;
    const first = this.#parts.get(key) ?? { ...part, places: [] };
    const place = { code: [code], type: [type] };
    first.places.push(place);
    this.#parts.set(key, first);
    return place;
  }

  /** Names the parts that are repeated, puts the names in their places, and writes their declarations. */
  declare(generation: Generation): string[] {
    const repeated = [...this.#parts].filter(
      ([key, { places }]) => places.length > 1 && key.length >= SHORTEST,
    );
    return repeated.map(([, { name: wanted, code, type, annotate, places }]) => {
      // Names of their own: of one name, the declaration of the type would need that of the constant.
      const typeName = type === undefined ? '' : generation.takeName(wanted);
      const name = generation.takeName(`${wanted.charAt(0).toLowerCase()}${wanted.slice(1)}`);
      for (const place of places) {
        place.code.splice(0, 1, name);
        place.type.splice(0, 1, typeName);
      }
      const startType = `type ${typeName} = `;
      const start = `const ${name}${print(annotate())} = `;
      const typeLine =
        type === undefined ? '' : `${startType}${print([type, ';'], '', startType.length)}\n\n`;
      return `${typeLine}${start}${pure(print(code, '', start.length))};\n`;
    });
  }
}
