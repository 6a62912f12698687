/** Pages of the named schemas of a document, and a list of them. */
import { isJsonObject, type LocatedSchema } from '@keyframe/openapi-model';
import { printCode } from '../markdown/render-markdown.ts';
import { describeConstraints, describeType } from './constraints.ts';
import { printExample } from './examples.ts';
import { FieldPrinter } from './field-html.ts';
import { printShapes } from './field-list.ts';
import { inlineCode, joinBlocks } from './html.ts';
import { joinSchemas } from './joined-schema.ts';
import { layOut } from './operation-html.ts';
import { firstSentence, type PagePlan } from './page.ts';
import { getSchemaAddress, type PageContext } from './page-context.ts';
import { ShapeReader } from './shapes.ts';

/** Plans the pages, that of the list first; none without named schemas. */
export function planSchemas(context: PageContext): PagePlan[] {
  const { folder, model } = context;
  const pages = [...model.schemas].map(([name, schema]) => planSchema(context, name, schema));
  if (pages.length === 0) return [];
  const lines = [...model.schemas].map(([name, { schema }]) => {
    const description = firstSentence(readDescription(schema));
    const link = `[${name}](${getSchemaAddress(context, name)})`;
    return description === '' ? `- ${link}` : `- ${link}: ${description}`;
  });
  const list: PagePlan = {
    slug: `${folder}schemas`,
    title: 'Schemas',
    description: 'The named schemas of the document.',
    print: () => ({ markdown: lines.join('\n') }),
  };
  return [list, ...pages];
}

function planSchema(context: PageContext, name: string, located: LocatedSchema): PagePlan {
  const description = readDescription(located.schema);
  return {
    slug: `${context.folder}schemas/${context.schemaSlugs.get(name)}`,
    title: name,
    description: firstSentence(description || name),
    schema: located,
    print: () => printSchema(context, located, description),
  };
}

function printSchema(context: PageContext, located: LocatedSchema, description: string) {
  const shapes = new ShapeReader(context.schemas, context).readBody(located);
  const schema = joinSchemas([context.schemas.node(located)]);
  const type = [describeType(schema), ...describeConstraints(schema)].join(', ');
  const example = context.samples.findResponse(located);
  const text = example === undefined ? '' : printExample(example);
  return {
    markdown: joinBlocks(
      [
        description,
        `Type: ${type}.`,
        shapes.length === 0 ? '' : '## Fields',
        printShapes(shapes, context),
        text === '' ? '' : `## Example\n\n\`\`\`json\n${text}\n\`\`\``,
      ],
      '\n\n',
    ),
    body: layOut({
      intro: [context.markdown(description, 2), `<p class="media-type">${inlineCode(type)}</p>`],
      samples: text === '' ? [] : ['<h2>Example</h2>', printCode(text, 'json')],
      details:
        shapes.length === 0
          ? []
          : ['<h2 id="fields">Fields</h2>', new FieldPrinter(context).printShapes(shapes, 'field')],
    }),
  };
}

function readDescription(schema: LocatedSchema['schema']): string {
  return isJsonObject(schema) && typeof schema.description === 'string' ? schema.description : '';
}
