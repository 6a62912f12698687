// The validators of a client: checks of responses, and a Standard Schema for each component.
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { DecisionCompiler, DecisionModule } from '@keyframe/openapi-schema/validators';
import { docstring, listReferences, print, quote } from '@keyframe/openapi-tooling/generator';
import { type BodyConstants, listResponseBodies, nameBodies } from '../describe/response-bodies.ts';
import { SoundSchemas } from '../describe/sound-schemas.ts';
import type { Plan } from '../plan.ts';
import { CheckPrinter } from './check-printer.ts';
import { importContained, importLine, RUNTIME, VALIDATION_RUNTIME } from './runtime-names.ts';

/** Validators, and how operations use them. */
export interface Validators {
  /** The text of `validators.ts`. */
  text: string;
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
  const { model, graph, responseGraph } = sound;
  const components = schemas.flatMap(({ component, name }) => {
    const located = model.schemas.get(component);
    return located ? [{ component, name: names.take(`${name}Schema`), node: graph.node(located) }] : [];
  });
  const bodies = listResponseBodies(model, isJson).map((body) => ({
    ...body,
    node: responseGraph.node(body.schema),
  }));
  sound.refuseOthers([...components, ...bodies].map(({ node }) => node));
  const decisions = new DecisionModule({ taken: components.map(({ name }) => name) });
  const compiler = new DecisionCompiler(graph, decisions);
  const printer = new CheckPrinter(compiler, {
    findOrigin: (pointer) => findOrigin(sound.findOrigin(pointer)),
    takeName: (wanted) => names.take(wanted),
  });
  const checks = nameBodies(bodies, ({ node }) => (node.kind === 'any' ? undefined : printer.name(node)));
  const standard = components.map(({ component, name, node }) => {
    const dated = dates?.get(component);
    const type = `components['schemas'][${quote(component)}]`;
    const convert = dated === undefined ? '' : `, /* @__PURE__ */ dateReader(${dated})`;
    return [
      docstring(`Standard Schema of the component \`${component}\`.`),
      // The input of a conversion has texts, which no type describes.
      `export const ${name}: StandardSchema<${type}${dated === undefined ? '' : ', unknown'}> =\n`,
      `  /* @__PURE__ */ standardSchema(${printer.name(node)}${convert});\n`,
    ].join('');
  });
  const printed = printer.text();
  const decided = decisions.code();
  const text = [print(decided), printed, ...standard].filter((part) => part !== '').join('\n');
  const used = [
    ...listReferences(decided).map(({ specifier }) => specifier),
    'type Check',
    'type StandardSchema',
    'standardSchema',
  ];
  const imports = importContained(text, used, VALIDATION_RUNTIME) + importDates(dates);
  const types = standard.length > 0 ? `import type { components } from './types.ts';\n` : '';
  return {
    text: `${imports}${types}\n${text === '' ? 'export {};\n' : text}`,
    schemas: components.map(({ name }) => name),
    checks,
  };
}

function importDates(dates: ReadonlyMap<string, string> = new Map()): string {
  if (dates.size === 0) return '';
  return importLine('import', ['dateReader'], RUNTIME) + importLine('import', dates.values(), './dates.ts');
}
