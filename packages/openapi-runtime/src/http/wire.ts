/** Notation of requests: path templates, media types, texts of parameters and form fields, runtime expressions. */

export { getEssence } from '../essence.ts';
export { joinPointer, splitPointer } from '../json-pointer.ts';
export { type ItemFormat, readBodyItems, writeBodyItems } from '../streams/item-formats.ts';
export { type Exchange, evaluateAddress, evaluateTemplate } from '../webhooks/evaluate-expression.ts';
export { ExpressionError } from '../webhooks/expression-error.ts';
export { type ExpressionTemplate, parseLinkValue, parseTemplate } from '../webhooks/runtime-expression.ts';
export { isHeader } from './header.ts';
export { getParameter, isForm, isJson, isMultipart, matchMediaType } from './media-type.ts';
export { type Part, readParts } from './multipart.ts';
export type { ListShape, ObjectShape, Shape, TextDefinition } from './operation-definition.ts';
export {
  bySpecificity,
  matchQuery,
  matchTemplate,
  type PathTemplate,
  readTemplate,
} from './path-template.ts';
export { decodeForm, readCookies, readQuery } from './read-parameters.ts';
export { decodePercent } from './read-text.ts';
export { memberNames, readValue } from './read-value.ts';
export type { Pair } from './split-style.ts';
export type { Style } from './style.ts';
export type { TextSource } from './written.ts';
