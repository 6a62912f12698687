// Copies shared body and form parameters of Swagger 2.0 into the operations that refer to them: OpenAPI 3 has no parameter
// of that kind, and Scalar's upgrader leaves the references behind.
import { isJsonObject, type JsonObject, type JsonValue, memberOf, setMember } from '../json.ts';
import { parsePointer } from '../pointer.ts';

/** Copies them in place. */
export function inlineBodyParameters(document: JsonObject): void {
  const shared = memberOf(document, 'parameters');
  const paths = memberOf(document, 'paths');
  if (!isJsonObject(shared) || !isJsonObject(paths)) return;
  const items = Object.values(paths).filter(isJsonObject);
  for (const holder of [...items, ...items.flatMap((item) => Object.values(item).filter(isJsonObject))]) {
    const own = memberOf(holder, 'parameters');
    if (!Array.isArray(own)) continue;
    setMember(
      holder,
      'parameters',
      own.map((one) => findBodyParameter(one, shared) ?? one),
    );
  }
}

function findBodyParameter(parameter: JsonValue, shared: JsonObject): JsonObject | undefined {
  const reference = isJsonObject(parameter) ? memberOf(parameter, '$ref') : undefined;
  const [folder, name, ...deeper] = (typeof reference === 'string' && parsePointer(reference)) || [];
  if (folder !== 'parameters' || name === undefined || deeper.length > 0) return undefined;
  const target = memberOf(shared, name);
  const location = isJsonObject(target) ? memberOf(target, 'in') : undefined;
  return isJsonObject(target) && (location === 'body' || location === 'formData') ? target : undefined;
}
