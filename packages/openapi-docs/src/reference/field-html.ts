/** Prints fields as a list whose every entry can be linked to, with nested objects folded. */
import type { Header, Parameter } from '@keyframe/openapi-model';
import { describeConstraints, describeType } from './constraints.ts';
import { describeConsumers } from './consumers.ts';
import { escapeHtml, foldable, inlineCode, joinBlocks } from './html.ts';
import { ANY_VALUE, joinSchemas } from './joined-schema.ts';
import { takeName } from './page.ts';
import { getSchemaAddress, type PageContext } from './page-context.ts';
import { type Field, listSchemaNames, type Shape } from './shapes.ts';
import { separateSharedFields } from './shared-fields.ts';

/** Objects below this depth are folded; the body itself has depth 0. */
const OPEN_DEPTH = 1;

/** Converts a text to an anchor. */
export function toAnchor(text: string): string {
  return text
    .normalize()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Prints links to the pages of named schemas. */
export function printSchemaLinks(context: PageContext, names: readonly string[]): string {
  return names
    .map((name) => `<a href="${escapeHtml(getSchemaAddress(context, name))}">${escapeHtml(name)}</a>`)
    .join(' ');
}

/** Prints the fields of one page; it keeps anchors unique. */
export class FieldPrinter {
  readonly #anchors = new Set<string>();
  readonly #context: PageContext;

  constructor(context: PageContext) {
    this.#context = context;
  }

  /** Prints shared fields once, then each alternative, folded. `anchor` is the start of their anchors. */
  printShapes(shapes: readonly Shape[], anchor: string, depth = 0): string {
    const { shared, alternatives } = separateSharedFields(shapes);
    const folded = alternatives.map(({ title, description, fields }, index) => {
      const name = title ?? `Alternative ${index + 1}`;
      const own = this.reserveAnchor(`${anchor}-${name}`);
      const content = joinBlocks([
        this.#context.markdown(description),
        fields.length === 0 ? '<p>No other fields.</p>' : this.#printFields(fields, own, depth),
      ]);
      return foldable(escapeHtml(name), content, { id: own, kind: 'alternative' });
    });
    return joinBlocks([
      shared.length === 0 ? '' : this.#printFields(shared, anchor, depth),
      alternatives.length === 0
        ? ''
        : `<p class="alternatives">One of ${alternatives.length} alternatives:</p>`,
      ...folded,
    ]);
  }

  /** Prints the members of a request's address or head, or of a response's head. */
  printMembers(members: readonly (Parameter | Header)[], anchor: string): string {
    const fields = members.map((member): Field => {
      const node = this.#context.schemas.node(member.schema ?? ANY_VALUE);
      const schema = joinSchemas([node]);
      const where = 'location' in member ? [`in the ${member.location}`] : [];
      return {
        name: member.name,
        type: describeType(schema),
        isRequired: member.required,
        description: member.description ?? '',
        constraints: [
          ...where,
          ...describeConstraints(schema),
          ...(member.deprecated ? ['deprecated'] : []),
          ...describeConsumers(this.#context.consumers, [member.pointer]),
        ],
        schemas: listSchemaNames([node]),
        shapes: [],
      };
    });
    return this.#printFields(fields, anchor, 0);
  }

  /** Makes an anchor of a text, with a number if the page has one like it. */
  reserveAnchor(text: string): string {
    return takeName(toAnchor(text), this.#anchors);
  }

  #printFields(fields: readonly Field[], anchor: string, depth: number): string {
    const items = fields.map((field) => this.#printField(field, `${anchor}-${field.name}`, depth));
    return joinBlocks(['<ul class="fields">', ...items, '</ul>']);
  }

  #printField(field: Field, anchor: string, depth: number): string {
    const { name, type, isRequired, description, constraints, schemas, shapes } = field;
    const id = this.reserveAnchor(anchor);
    const head = [
      `<a class="field-name" href="#${id}"><code>${escapeHtml(name)}</code></a>`,
      `<span class="field-type">${inlineCode(type)}</span>`,
      printSchemaLinks(this.#context, schemas),
      ...(isRequired ? ['<span class="field-required">required</span>'] : []),
      ...constraints.map(
        (constraint) =>
          `<span class="${constraint === 'deprecated' ? 'deprecated' : 'field-constraint'}">${inlineCode(constraint)}</span>`,
      ),
    ].join(' ');
    return joinBlocks([
      `<li id="${id}"><p class="field-head">${head}</p>`,
      this.#context.markdown(description),
      this.#printNested(shapes, id, depth),
      '</li>',
    ]);
  }

  #printNested(shapes: readonly Shape[], anchor: string, depth: number): string {
    if (shapes.length === 0) return '';
    const { shared, alternatives } = separateSharedFields(shapes);
    const count = shared.length + alternatives.reduce((sum, { fields }) => sum + fields.length, 0);
    return foldable(
      `${count} ${count === 1 ? 'field' : 'fields'}`,
      this.printShapes(shapes, anchor, depth + 1),
      {
        isOpen: depth < OPEN_DEPTH,
        kind: 'nested',
      },
    );
  }
}
