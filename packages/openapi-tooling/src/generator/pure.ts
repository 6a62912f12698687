import { type Code, print } from './code.ts';

// Bundlers drop what an app does not import, if they know that making it does nothing else.

/** Marks the call after it as free of side effects. */
export const PURE = '/* @__PURE__ */ ';

/** Writes a value so that it is dropped where nothing uses it: one that calls functions is made by a call that is pure. */
export function pure(value: Code): Code {
  const text = print(value);
  const bare = text.replaceAll(/'(?:[^'\\\n]|\\.)*'/g, '');
  if (!/[\w$]\(/.test(bare)) return value;
  return [`${PURE}(() => `, text.startsWith('{') ? ['(', value, ')'] : value, ')()'];
}
