// Kinds of resources and the operations that act on them, as derived from a document.
import type { Link, Operation } from '@keyframe/openapi-model';
import type { StateMachine, StateProperty } from '../states/state-machine.ts';

/** An operation that creates resources of a kind. */
export interface Creation {
  operation: Operation;
  /** The path to the id in the response; undefined if only the header `Location` names the resource. */
  idPath: readonly string[] | undefined;
  /** The member of the request that chooses the id, if nothing else shows it. */
  chosenId?: string;
  /** Names that lead to the new resources in a request that may create several; none if the body is their list. */
  sentList?: readonly string[] | undefined;
  /** Whether the representation declares no id; it has that of the path if it is open. */
  isIdUndeclared?: boolean;
  /** Whether the response may list what was created. */
  answersList?: boolean;
  /** The link to an operation on what it creates. */
  link?: Link;
  /** The rule that found it, for people. */
  rule: string;
}

/** The location of a representation inside a body. */
export interface Envelope {
  /** Names that lead to it; none if the body itself is the representation. */
  path: readonly string[];
  /** The property of the representation with the id. */
  idProperty: string | undefined;
}

/** A value of a request that a member of the selected resources has. */
export interface Selector {
  /** The location and the name of a parameter; undefined if the body has the member. */
  parameter: string | undefined;
  member: string;
}

/** An operation on the resources that its selectors select. */
export interface View {
  operation: Operation;
  selectors: readonly Selector[];
  /** Whether the response lists all of them. */
  isList: boolean;
}

/** A member that lists resources of another kind. */
export interface Embedded {
  member: string;
  /** The path of one of them: `/orders/{id}/items/{itemId}`. */
  itemPath: string;
  idProperty: string | undefined;
  /** The parameter of their path with the id of the resource around them. */
  parameter: string;
}

/** A kind of resources: `/tasks/{id}`. */
export interface ResourceKind {
  itemPath: string;
  /** The name of the last parameter of the path. */
  parameter: string;
  /** The names that a property with the id may have, the most specific first. */
  idNames: readonly string[];
  /** Whether an operation creates resources, or the document shows some. */
  hasResources: boolean;
  /** Whether no operation has the path: it is only named by the paths below it. */
  isUnread: boolean;
  /** Whether the path has another member of the resources than the path of an earlier kind. */
  isOtherKey: boolean;
  creation: Creation | undefined;
  /** An operation that may create resources, although nothing shows it; undefined beside a creation. */
  possibleCreation: Operation | undefined;
  /** Further operations that create resources, such as several at once. */
  otherCreations: readonly Creation[];
  list: Operation | undefined;
  read: Operation | undefined;
  replace: Operation | undefined;
  merge: Operation | undefined;
  remove: Operation | undefined;
  /** Operations below the resource that return it. */
  actions: readonly Operation[];
  /** Operations that select resources otherwise than by the path of one. */
  views: readonly View[];
  /** The members that list what is created below a resource. */
  embedded: readonly Embedded[];
  /** The operation whose response has the representation. */
  source: Operation | undefined;
  /** The representation in that response. */
  envelope: Envelope;
  states: StateMachine | undefined;
  /** The property with the states that actions may enter. */
  stateProperty: StateProperty | undefined;
}

type OwnOperations = Pick<
  ResourceKind,
  'creation' | 'list' | 'merge' | 'otherCreations' | 'read' | 'remove' | 'replace'
>;

/** Lists the operations on the resources of a kind and on their collection. */
export function listOwnOperations({
  creation,
  otherCreations,
  list,
  read,
  replace,
  merge,
  remove,
}: OwnOperations): Operation[] {
  const others = otherCreations.map(({ operation }) => operation);
  const all = [creation?.operation, ...others, list, read, replace, merge, remove];
  return [...new Set(all.filter((operation) => operation !== undefined))];
}
