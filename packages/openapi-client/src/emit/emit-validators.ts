// The validators of a client: checks of responses, and a Standard Schema for each component.

import { type Code, declare, docstring, quote, reference, separate } from '@keyframe/openapi-codegen';
import { DecisionCompiler, DecisionModule } from '@keyframe/openapi-schema/validators';
import { type BodyConstants, nameBodies } from '../describe/response-bodies.ts';
import { COMPONENTS, pureCall, runtime } from '../describe/runtime-names.ts';
import { SoundSchemas } from '../describe/sound-schemas.ts';
import type { Plan } from '../plan.ts';
import { CheckPrinter } from './check-printer.ts';

/** Validators, and how operations use them. */
export interface Validators {
  /** The code of `validators.ts`. */
  code: Code;
  /** The names of the Standard Schemas. */
  schemas: readonly string[];
  /** The checks of operations by their keys. */
  checks: ReadonlyMap<string, BodyConstants>;
}

export interface ValidatorsOptions {
  /** The constants that convert the dates of components. */
  dates?: ReadonlyMap<string, string> | undefined;
  /** Finds where the document writes the schema at a pointer of the plan's model. */
  findOrigin: (pointer: string) => string;
}

/** Writes the validators. Throws DocumentInvalidError if a schema cannot be decided. */
export function emitValidators(
  { model: written, schemas, names }: Plan,
  { dates, findOrigin }: ValidatorsOptions,
): Validators {
  const sound = new SoundSchemas(written);
  const components = schemas.map(({ component, name }) => ({
    component,
    name: names.take(`${name}Schema`),
    node: sound.getComponent(component),
  }));
  const bodies = sound.listBodies();
  sound.refuseOthers([...components, ...bodies].map(({ node }) => node));
  const decisions = new DecisionModule({ taken: components.map(({ name }) => name) });
  const compiler = new DecisionCompiler(sound.graph, decisions);
  const printer = new CheckPrinter(compiler, {
    findOrigin: (pointer) => findOrigin(sound.findOrigin(pointer)),
    takeName: (candidate) => names.take(candidate),
  });
  const checks = nameBodies(bodies, ({ node }) => (node.kind === 'any' ? undefined : printer.name(node)));
  const standard = components.map(({ component, name, node }) => {
    const dated = dates?.get(component);
    const type = [COMPONENTS, `['schemas'][${quote(component)}]`];
    const convert = dated === undefined ? [] : [pureCall('dateReader', reference('./dates.ts', dated))];
    return [
      docstring(`Standard Schema of the component \`${component}\`.`),
      ['export const ', declare(name), ': ', runtime('type StandardSchema'), '<', type],
      // The input of a conversion has texts, which no type describes.
      dated === undefined ? '> =\n  ' : ', unknown> =\n  ',
      [pureCall(runtime('standardSchema'), printer.name(node), ...convert), ';\n'],
    ];
  });
  // Writing the constants adds decisions.
  const constantsCode = printer.code();
  const codes = [decisions.code(), constantsCode, ...standard].filter((code) => code.length > 0);
  return {
    code: codes.length === 0 ? 'export {};\n' : separate(codes, '\n'),
    schemas: components.map(({ name }) => name),
    checks,
  };
}
