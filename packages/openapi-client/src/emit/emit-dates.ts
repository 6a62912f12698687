// The dates and large integers of a client: where its bodies have them, and which requests may.

import { type Code, separate } from '@keyframe/openapi-codegen';
import type { LocatedSchema, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { DecisionCompiler, DecisionModule } from '@keyframe/openapi-schema/validators';
import type { Conversions } from '../describe/date-formats.ts';
import { findJsonBody, listMessages } from '../describe/messages.ts';
import { nameBodies, operationKey } from '../describe/response-bodies.ts';
import { SoundSchemas } from '../describe/sound-schemas.ts';
import type { Plan, PlannedMessage } from '../plan.ts';
import { DatePrinter } from './date-printer.ts';
import type { OperationDates } from './emit-operations.ts';

/** Dates, and the constants that describe them. */
export interface EmittedDates extends OperationDates {
  /** The code of `dates.ts`. */
  code: Code;
  /** The constants of components by their names. */
  components: ReadonlyMap<string, string>;
  /** Names the constant for the bodies of one message or of all of a kind; undefined if they have no dates. */
  nameMessages: (messages: readonly PlannedMessage[]) => string | undefined;
}

/** Describes the dates. Throws DocumentInvalidError if a schema with dates cannot be decided. */
export function emitDates(
  { model: written, schemas, names, messages }: Plan,
  conversions: Conversions,
): EmittedDates {
  const sound = new SoundSchemas(written);
  const { model, graph, responseGraph } = sound;
  const decisions = new DecisionModule();
  const compiler = new DecisionCompiler(graph, decisions);
  const printer = new DatePrinter({ conversions, compiler, takeName: (candidate) => names.take(candidate) });
  const bodies = sound.listBodies();
  const components = schemas.map(({ component }) => ({ component, node: sound.getComponent(component) }));
  const payloads = listMessages(model, graph).map(({ operation }) => {
    const located = findJsonBody(operation)?.schema;
    return located && responseGraph.node(located);
  });
  const received = payloads.filter((node) => node !== undefined);
  const dated = [...components.map(({ node }) => node), ...bodies.map(({ node }) => node), ...received];
  sound.refuseOthers(dated.filter((node) => printer.hasDates(node)));
  const named = new Map<string, string>();
  for (const { component, node } of components) {
    const name = printer.name(node);
    if (name !== undefined) named.set(component, name);
  }
  const constants = nameBodies(bodies, ({ node }) => printer.name(node));
  const nameMessages = (some: readonly PlannedMessage[]) =>
    printer.nameUnion(
      some.map((message) => payloads[messages.indexOf(message)]).filter((node) => node !== undefined),
    );
  // The code below contains their constants.
  for (const message of messages) nameMessages([message]);
  for (const kind of ['webhook', 'callback'])
    nameMessages(messages.filter(({ message }) => message.kind === kind));
  const operations = model.operations.filter((operation) =>
    listSent(operation, (located) => graph.node(located)).some((node) => printer.hasDates(node)),
  );
  // Writing the constants adds decisions.
  const constantsCode = printer.code();
  const codes = [decisions.code(), constantsCode].filter((code) => code.length > 0);
  return {
    code: codes.length === 0 ? 'export {};\n' : separate(codes, '\n'),
    bodies: constants,
    components: named,
    requests: new Set(operations.map(operationKey)),
    nameMessages,
  };
}

function listSent(
  { parameters, requestBody }: Operation,
  read: (located: LocatedSchema) => SchemaNode,
): SchemaNode[] {
  const media = [...parameters.flatMap(({ content }) => content), ...(requestBody?.content ?? [])];
  const schemas = [...parameters, ...media].map(({ schema }) => schema);
  return schemas.filter((schema) => schema !== undefined).map(read);
}
