// Writes the type before defaults are filled in by its difference from the one after, where that is shorter.

import { type Code, generic, objectType, operation, print, quote } from '@keyframe/openapi-codegen';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { memberItem, type TypeMember } from '@keyframe/openapi-schema/types';
import type { ComponentNames } from '../../naming/component-names.ts';
import { runtime } from '../../printer/runtime.ts';
import { createTypeCompiler } from './server-types.ts';

/**
 * Writes the type of an object before defaults are filled in by what it differs in from the one after; undefined where
 * that says no less than the type itself.
 */
export function inputByDifference(
  names: ComponentNames,
  { schema, identifier }: { schema: SchemaNode; identifier: string },
): Code | undefined {
  const after = createTypeCompiler(names, 'output').listMembers(schema);
  const before = createTypeCompiler(names, 'input').listMembers(schema);
  if (!after || !before) return undefined;
  const outputs = byName(after);
  const changed = before.filter((member) => !isOfType(member, outputs));
  const left = before.filter(
    (member) => isOfType(member, outputs) && member.isOptional !== outputs.get(member.name)?.isOptional,
  );
  if (left.length === outputs.size && changed.length === 0) return generic('Partial', identifier);
  if (left.length + changed.length >= outputs.size) return undefined;
  return generic(runtime('type Input'), identifier, writeNames(left), ...writeOthers(changed));
}

function byName(members: readonly TypeMember[]): ReadonlyMap<string, TypeMember> {
  return new Map(members.map((member) => [member.name, member]));
}

function isOfType({ name, type }: TypeMember, outputs: ReadonlyMap<string, TypeMember>): boolean {
  const output = outputs.get(name);
  return output !== undefined && print(output.type) === print(type);
}

function writeNames(members: readonly TypeMember[]): Code {
  if (members.length === 0) return 'never';
  return operation(
    '|',
    members.map(({ name }) => quote(name)),
  );
}

function writeOthers(members: readonly TypeMember[]): Code[] {
  return members.length === 0 ? [] : [objectType(members.map(memberItem))];
}
