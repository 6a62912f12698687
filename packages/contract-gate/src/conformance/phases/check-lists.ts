// The checks that share an observation.
import { createdDiffers } from '../checks/created-differs.ts';
import { defaultNotApplied } from '../checks/default-not-applied.ts';
import { etagStale } from '../checks/etag-stale.ts';
import { filterIgnored } from '../checks/filter-ignored.ts';
import { filterMisses } from '../checks/filter-misses.ts';
import { otherOwnerCanChange } from '../checks/other-owner-can-change.ts';
import { otherOwnerCanRead } from '../checks/other-owner-can-read.ts';
import { pathValueDiffers } from '../checks/path-value-differs.ts';
import { putKeepsOmittedProperty } from '../checks/put-keeps-omitted-property.ts';
import { responseDiffers } from '../checks/response-differs.ts';
import { updateChangesOtherProperty } from '../checks/update-changes-other-property.ts';
import { updateLost } from '../checks/update-lost.ts';

/** Checks of a representation of a created resource. */
export const CREATION_CHECKS = [createdDiffers, defaultNotApplied, pathValueDiffers];

/** Checks of an update. */
export const UPDATE_CHECKS = [
  etagStale,
  updateChangesOtherProperty,
  updateLost,
  putKeepsOmittedProperty,
  responseDiffers,
];

/** Checks of a filtered list. */
export const FILTER_CHECKS = [filterIgnored, filterMisses];

/** Checks of a request of another owner. */
export const OWNER_CHECKS = [otherOwnerCanRead, otherOwnerCanChange];
