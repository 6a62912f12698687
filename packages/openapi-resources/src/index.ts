/** Resources, ids, lists, states and jobs of an OpenAPI document, each with the rule that derived it. */

export { type ConventionName, type ConventionOverrides, Conventions } from './conventions/conventions.ts';
export { createReader, type DirectedSchema, type DocumentReader } from './document/document-reader.ts';
export {
  findReference,
  findRequestSchema,
  findSuccessSchema,
  readBody,
} from './document/operation-schemas.ts';
export {
  documentsError,
  documentsMissing,
  findJsonMedia,
  findSuccess,
} from './document/responses.ts';
export { explainResources } from './explain.ts';
export { isBareId } from './kinds/bare-id.ts';
export type { DerivedKind } from './kinds/derive-kinds.ts';
export { findEnvelope, getMember, unwrap } from './kinds/envelope.ts';
export { IdSources } from './kinds/id-sources.ts';
export { listIdentifyingMembers, listThings } from './kinds/identifying-members.ts';
export { listCallbacks } from './kinds/list-callbacks.ts';
export { listSettable } from './kinds/read-only-members.ts';
export type { Removable } from './kinds/removable.ts';
export type { Creation, Embedded, Envelope, ResourceKind, Selector, View } from './kinds/resource-kind.ts';
export { listOwnOperations } from './kinds/resource-kind.ts';
export { BodyResources, findResponseEnvelope } from './kinds/response-envelope.ts';
export { collectSent, findSentList } from './kinds/sent-lists.ts';
export { findIdParameter } from './kinds/shown-resources.ts';
export type { Single } from './kinds/singles.ts';
export { isNamedAfter } from './lists/find-list-path.ts';
export { hasQueryMeaning } from './lists/find-query.ts';
export {
  type ListPlan,
  listItemMembers,
  listPagingNames,
  type Paging,
  planList,
  planPaging,
} from './lists/list-plan.ts';
export { findFilterMember, findSortMember, type OrderTerm, readOrderTerms } from './lists/order-terms.ts';
export { type PaginationPlan, planPagination } from './lists/pagination.ts';
export { findRangeMember, type NamedBound, readBound, readBoundWord } from './lists/range-bounds.ts';
export {
  findNextLink,
  hasMore,
  type ListItem,
  readCursor,
  readItems,
  readTotals,
} from './lists/read-page.ts';
export { listCompoundNames, listIdForms, listIdNames } from './names/id-names.ts';
export { listOwnIdNames, listReferringNames, simplifyReference } from './names/reference-names.ts';
export { simplifyName, splitWords, toSingular } from './names/words.ts';
export { listWrappers } from './names/wrappers.ts';
export { matchUrl } from './paths/match-url.ts';
export {
  getIdParameter,
  isBelow,
  isItemPath,
  listOuterPaths,
  mapParameters,
  writeTemplate,
} from './paths/path-templates.ts';
export { hasVerbs, readVerbs } from './paths/verbs.ts';
export { isJsonPatch } from './requests/json-patch.ts';
export { findIdempotencyKey, findPrecondition } from './requests/request-headers.ts';
export { writeForm } from './requests/write-form.ts';
export { writeParameter } from './requests/write-parameter.ts';
export { deriveResources, type Resources } from './resources.ts';
export { findActionState, type StateCallback, type StateMachine } from './states/state-machine.ts';
export { isFinalState } from './states/state-words.ts';
export { findId, findIdProperty } from './values/find-id.ts';
export { deriveWork } from './work/derive-work.ts';
export {
  listStarted,
  listWorkNames,
  readWork,
  resolveCall,
  type StartedWork,
  type WorkState,
} from './work/read-work.ts';
export type { DerivedWork, Work, WorkCall } from './work/work.ts';
export { describeCourse } from './work/work-course.ts';
export { writeOverlay } from './work/write-overlay.ts';
