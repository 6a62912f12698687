// The styles of parameters by location and version (OpenAPI, Style Values).
import { memberOf } from '../json.ts';
import { isOpenApi32 } from '../openapi-version.ts';
import { repairText } from '../repair/repairs.ts';
import type { Parameter, ParameterLocation, ParameterStyle } from './model.ts';
import type { Located, Reader } from './reader.ts';

/** The style of parameters that specify none. */
export const DEFAULT_STYLES = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const;

type Styles = Readonly<Record<ParameterLocation, readonly ParameterStyle[]>>;

const STYLES: Styles = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};
const STYLES_32: Styles = { ...STYLES, cookie: ['form', 'cookie'] };

/** Reads the style of a parameter; one that its location does not have is reported. */
export function readStyle(
  reader: Reader,
  located: Located,
  location: ParameterLocation,
): Pick<Parameter, 'explode' | 'style'> {
  const allowed = (isOpenApi32(reader.document) ? STYLES_32 : STYLES)[location];
  const documented = reader.text(located, 'style') ?? DEFAULT_STYLES[location];
  const style = allowed.find((name) => name === documented) ?? DEFAULT_STYLES[location];
  if (documented !== style) {
    reader.repair('inapplicable-style', {
      pointer: located.pointer,
      message: `A ${location} parameter cannot have the style "${documented}".`,
      repair: repairText(`Allowed are: ${allowed.join(', ')}.`),
    });
  }
  // A value with a media type is one text, without a style (OpenAPI 3.1, Parameter Object).
  if (memberOf(located.value, 'content') !== undefined) return { style, explode: false };
  return {
    style,
    explode: reader.flag(located, 'explode') ?? (documented === 'form' || documented === 'cookie'),
  };
}
