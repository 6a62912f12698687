import type { TextDefinition } from './operation-definition.ts';

// The grammar of a JSON number: "0x10", "" and " 5" stay texts, which the schema then refuses.
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads the texts of one parameter or header; what can't be read stays text for its schema to refuse. */
export function decodeTexts(texts: readonly string[], definition: TextDefinition): unknown {
  if (definition.list) {
    const items = definition.explode ? texts : texts.flatMap((text) => (text === '' ? [] : text.split(',')));
    return items.map((item) => decodeText(item.trim(), definition));
  }
  // Given twice, a single value is ambiguous: as a list it is refused.
  return texts.length === 1 ? decodeText(texts[0] ?? '', definition) : texts;
}

function decodeText(text: string, { kind }: TextDefinition): unknown {
  if (kind === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}
