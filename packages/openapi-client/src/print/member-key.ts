import { quote } from '@keyframe/openapi-codegen';

/** Writes the name of a member of a type; numbers stay numbers, as statuses are. */
export function memberKey(name: string): string {
  const isNumber = String(Number(name)) === name && Number(name) >= 0 && !/[a-z]/i.test(name);
  return isNumber || /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}
