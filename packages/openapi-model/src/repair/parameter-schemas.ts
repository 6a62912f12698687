// Parameters that nothing describes.
import { memberOf } from '../json.ts';
import { DEFAULT_STYLES } from '../model/parameter-styles.ts';
import { isIgnoredParameter } from '../model/read-parameters.ts';
import type { DocumentObject } from '../object-kinds.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds a parameter with neither schema nor content; it is read as a text. */
export function findMissingSchema({ kind, value, pointer }: DocumentObject): Repairable | undefined {
  const isUsed = kind === 'parameter' && typeof value.name === 'string' && !isIgnoredParameter(value);
  const isDescribed = ['$ref', 'schema', 'content'].some((name) => memberOf(value, name) !== undefined);
  if (!isUsed || isDescribed || !Object.hasOwn(DEFAULT_STYLES, String(value.in))) return undefined;
  return {
    rule: 'parameter-without-schema',
    pointer,
    message: `The parameter "${value.name}" has neither "schema" nor "content".`,
    repair: repairText('Add "schema".'),
    apply: () => {
      value.schema = { type: 'string' };
    },
  };
}
