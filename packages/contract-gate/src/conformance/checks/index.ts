// All checks of `test`. Each file in this folder contains one; a test compares the list with the folder.
import type { CheckDescription } from '../session/check.ts';
import { acceptIgnored } from './accept-ignored.ts';
import { actionNotStored } from './action-not-stored.ts';
import { allowWrong } from './allow-wrong.ts';
import { bodyItemSchema } from './body-item-schema.ts';
import { bodyMalformed } from './body-malformed.ts';
import { bodySchema } from './body-schema.ts';
import { bodyUndocumented } from './body-undocumented.ts';
import { callbackBody } from './callback-body.ts';
import { callbackChanged } from './callback-changed.ts';
import { callbackDisagrees } from './callback-disagrees.ts';
import { callbackHeader } from './callback-header.ts';
import { callbackMediaType } from './callback-media-type.ts';
import { callbackMethod } from './callback-method.ts';
import { callbackMissing } from './callback-missing.ts';
import { callbackNotRetried } from './callback-not-retried.ts';
import { callbackRepeated } from './callback-repeated.ts';
import { callbackRetriedTooOften } from './callback-retried-too-often.ts';
import { callbackRetrySpacing } from './callback-retry-spacing.ts';
import { callbackSignature } from './callback-signature.ts';
import { callbackUnreached } from './callback-unreached.ts';
import { callbackUnrequested } from './callback-unrequested.ts';
import { callbackUrl } from './callback-url.ts';
import { conditionIgnored } from './condition-ignored.ts';
import { createdDiffers } from './created-differs.ts';
import { credentialsRejected } from './credentials-rejected.ts';
import { defaultNotApplied } from './default-not-applied.ts';
import { deleteFails } from './delete-fails.ts';
import { deleteRemovesOther } from './delete-removes-other.ts';
import { deletedReadable } from './deleted-readable.ts';
import { deletedTwice } from './deleted-twice.ts';
import { destructiveSkipped } from './destructive-skipped.ts';
import { etagStale } from './etag-stale.ts';
import { exampleInvalid } from './example-invalid.ts';
import { exampleRejected } from './example-rejected.ts';
import { fileDiffers } from './file-differs.ts';
import { filterIgnored } from './filter-ignored.ts';
import { filterMisses } from './filter-misses.ts';
import { headDiffers } from './head-differs.ts';
import { headerMissing } from './header-missing.ts';
import { headerSchema } from './header-schema.ts';
import { idReused } from './id-reused.ts';
import { idempotencyIgnored } from './idempotency-ignored.ts';
import { idempotencyKeyReused } from './idempotency-key-reused.ts';
import { idempotencyRetryRejected } from './idempotency-retry-rejected.ts';
import { insufficientScopeAccepted } from './insufficient-scope-accepted.ts';
import { invalidRequestAccepted } from './invalid-request-accepted.ts';
import { languageDiffers } from './language-differs.ts';
import { linkUnresolvable } from './link-unresolvable.ts';
import { listItemDiffers } from './list-item-differs.ts';
import { listMisses } from './list-misses.ts';
import { listRepeats } from './list-repeats.ts';
import { listUnstable } from './list-unstable.ts';
import { locationUnreadable } from './location-unreadable.ts';
import { malformedBodyAccepted } from './malformed-body-accepted.ts';
import { mediaTypeRejected } from './media-type-rejected.ts';
import { mediaTypeUndocumented } from './media-type-undocumented.ts';
import { nothingReached } from './nothing-reached.ts';
import { operationUnreached } from './operation-unreached.ts';
import { orderIgnored } from './order-ignored.ts';
import { otherOwnerCanChange } from './other-owner-can-change.ts';
import { otherOwnerCanRead } from './other-owner-can-read.ts';
import { pageTooLong } from './page-too-long.ts';
import { pageTooShort } from './page-too-short.ts';
import { pathValueDiffers } from './path-value-differs.ts';
import { pathsNotFound } from './paths-not-found.ts';
import { problemStatus } from './problem-status.ts';
import { publicOperationRejected } from './public-operation-rejected.ts';
import { putKeepsOmittedProperty } from './put-keeps-omitted-property.ts';
import { putStatus } from './put-status.ts';
import { rangeWrong } from './range-wrong.ts';
import { readChanges } from './read-changes.ts';
import { readFails } from './read-fails.ts';
import { readOnlyPropertyAccepted } from './read-only-property-accepted.ts';
import { rejectedRequestApplied } from './rejected-request-applied.ts';
import { responseDiffers } from './response-differs.ts';
import { responseFailed } from './response-failed.ts';
import { serverError } from './server-error.ts';
import { serverHangs } from './server-hangs.ts';
import { serverStopped } from './server-stopped.ts';
import { stackTrace } from './stack-trace.ts';
import { stateRevertedAfterCallback } from './state-reverted-after-callback.ts';
import { statusUndocumented } from './status-undocumented.ts';
import { totalWrong } from './total-wrong.ts';
import { traceEcho } from './trace-echo.ts';
import { unauthenticatedAccepted } from './unauthenticated-accepted.ts';
import { undocumentedMethodAccepted } from './undocumented-method-accepted.ts';
import { unknownIdFound } from './unknown-id-found.ts';
import { updateChangesOtherProperty } from './update-changes-other-property.ts';
import { updateLost } from './update-lost.ts';
import { validRequestRejected } from './valid-request-rejected.ts';
import { webhookTriggerFailed } from './webhook-trigger-failed.ts';
import { workGoesBack } from './work-goes-back.ts';
import { workLeavesEnd } from './work-leaves-end.ts';
import { workResultUnreadable } from './work-result-unreadable.ts';
import { workUncancelled } from './work-uncancelled.ts';
import { workUnending } from './work-unending.ts';
import { workUnreadable } from './work-unreadable.ts';

/** All checks, sorted by id. */
export const CHECKS: readonly CheckDescription[] = [
  acceptIgnored,
  actionNotStored,
  allowWrong,
  bodyMalformed,
  bodySchema,
  bodyItemSchema,
  bodyUndocumented,
  callbackBody,
  callbackChanged,
  callbackDisagrees,
  callbackHeader,
  callbackMediaType,
  callbackMethod,
  callbackMissing,
  callbackNotRetried,
  callbackRepeated,
  callbackRetriedTooOften,
  callbackRetrySpacing,
  callbackSignature,
  callbackUnreached,
  callbackUnrequested,
  callbackUrl,
  conditionIgnored,
  createdDiffers,
  credentialsRejected,
  defaultNotApplied,
  deleteFails,
  deleteRemovesOther,
  deletedReadable,
  deletedTwice,
  destructiveSkipped,
  etagStale,
  exampleInvalid,
  exampleRejected,
  fileDiffers,
  filterIgnored,
  filterMisses,
  headDiffers,
  headerMissing,
  headerSchema,
  idReused,
  idempotencyIgnored,
  idempotencyKeyReused,
  idempotencyRetryRejected,
  insufficientScopeAccepted,
  invalidRequestAccepted,
  languageDiffers,
  linkUnresolvable,
  listItemDiffers,
  listMisses,
  listRepeats,
  listUnstable,
  locationUnreadable,
  malformedBodyAccepted,
  mediaTypeRejected,
  mediaTypeUndocumented,
  nothingReached,
  operationUnreached,
  orderIgnored,
  otherOwnerCanChange,
  otherOwnerCanRead,
  pageTooLong,
  pageTooShort,
  pathValueDiffers,
  pathsNotFound,
  problemStatus,
  publicOperationRejected,
  putKeepsOmittedProperty,
  putStatus,
  rangeWrong,
  readChanges,
  readFails,
  readOnlyPropertyAccepted,
  rejectedRequestApplied,
  responseDiffers,
  responseFailed,
  serverError,
  serverHangs,
  serverStopped,
  stackTrace,
  stateRevertedAfterCallback,
  statusUndocumented,
  totalWrong,
  traceEcho,
  unauthenticatedAccepted,
  undocumentedMethodAccepted,
  unknownIdFound,
  updateChangesOtherProperty,
  updateLost,
  validRequestRejected,
  webhookTriggerFailed,
  workGoesBack,
  workLeavesEnd,
  workResultUnreadable,
  workUncancelled,
  workUnending,
  workUnreadable,
];
