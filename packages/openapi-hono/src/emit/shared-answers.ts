// Writes answers that several operations of a module document alike once.

import { parsePointer, type Response } from '@keyframe/openapi-model';
import { capitalize, print } from '@keyframe/openapi-model/generator';
import type { Generation } from '../generation.ts';
import type { TypedCode } from './parameter-code.ts';

interface Answer {
  response: Response;
  written: TypedCode;
  count: number;
  name: string | undefined;
}

// Shorter ones cost less where they stand.
const SHORTEST = 100;

/** Collects the answers of a module, then names those that are repeated. */
export class SharedAnswers {
  readonly #answers = new Map<string, Answer>();
  readonly #keys = new Map<Response, string>();

  /** Notes an answer; what it is written as is told by `of` once all are noted. */
  add(response: Response, written: TypedCode): void {
    const key = `${print(written.code)}\n${print(written.type)}`;
    const answer = this.#answers.get(key) ?? { response, written, count: 0, name: undefined };
    answer.count += 1;
    this.#answers.set(key, answer);
    this.#keys.set(response, key);
  }

  /** Writes an answer: the name of a repeated one, all of another. */
  of(response: Response): TypedCode | undefined {
    const answer = this.#answers.get(this.#keys.get(response) ?? '');
    return answer?.name === undefined ? answer?.written : { code: answer.name, type: answer.name };
  }

  /** Names the answers that are repeated, and writes their declarations. */
  declare(generation: Generation): string[] {
    const repeated = [...this.#answers].filter(([key, { count }]) => count > 1 && key.length >= SHORTEST);
    return repeated.map(([, answer]) => {
      answer.name = generation.takeName(nameOf(answer.response));
      const { name, written } = answer;
      const [startType, start] = [`type ${name} = `, `const ${name} = `];
      return `${startType}${print([written.type, ';'], '', startType.length)}\n\n${start}${print([written.code, ';'], '', start.length)}\n`;
    });
  }
}

function nameOf({ pointer, status }: Response): string {
  const [components, responses, name, ...others] = parsePointer(pointer) ?? [];
  const isComponent = components === 'components' && responses === 'responses' && others.length === 0;
  return isComponent && name !== undefined ? `${capitalize(name)} answer` : `Answer${status}`;
}
