import type { Convention } from './convention.ts';

/** Meanings of the properties of resources, and of states. */
export const MEMBER_NAMES = {
  id: {
    meaning: 'Property that identifies a resource or refers to one.',
    names: ['* id', '* uid', '* uuid', '* guid', '* gid', '* sid', '* ulid'],
  },
  resourceId: {
    meaning:
      'Property that holds the id of the resource itself, after names such as `taskId` for `/tasks/{id}`.',
    names: [
      'id',
      '_id',
      'uid',
      'uuid',
      'guid',
      'gid',
      'sid',
      'ulid',
      'key',
      'slug',
      'name',
      'code',
      'number',
    ],
  },
  serial: {
    meaning: 'Property that a server assigns once if it is `readOnly`.',
    names: ['* code', '* key', '* number', '* reference', '* serial', '* slug', '* token'],
  },
  traceId: {
    meaning: 'Id of a request, which is not the id of what the request created.',
    names: ['* request *', '* trace *', '* correlation *', '* span *'],
  },
  reference: {
    meaning:
      'Property or parameter that refers to something that has no collection, such as a coupon: a rejection of its value is a note.',
    names: [
      ...['* ref', '* reference', 'coupon', 'coupons', 'coupon code', 'coupon key', 'coupon number'],
      ...['voucher', 'vouchers', 'voucher code', 'voucher key', 'voucher number', 'promo', 'promo code'],
      ...['promotion', 'promotion code', 'discount', 'discounts', 'discount code', 'gift card'],
      ...['gift card code', 'gift card number', 'referral', 'referral code', 'invite', 'invite code'],
      ...['invitation', 'invitation code', 'invitation key'],
    ],
  },
  envelope: {
    meaning: 'Property that wraps a resource.',
    names: ['data', 'item', 'result', 'resource', 'object', 'payload'],
  },
  error: { meaning: 'Property with errors, which wraps no resource.', names: ['error', 'errors'] },
  workResult: {
    meaning: 'Property of work with its result.',
    names: [
      ...[
        'artifact',
        'artifacts',
        'asset',
        'assets',
        'data',
        'files',
        'response',
        'url',
        'urls',
        'file url',
        'image url',
      ],
      ...['video url', '* download *', '* output *', '* outputs *', '* generated *', 'result', 'results'],
      ...['image urls', 'job result', 'media url', 'result url', 'result urls', 'results url'],
      ...['result uri', 'task result', 'video urls'],
    ],
  },
  failureReason: {
    meaning: 'Property of work with the reason of its failure.',
    names: [
      ...['error', 'errors', 'error message', 'error messages', 'error result', 'error details', 'failure'],
      ...['failure reason', 'failure message', 'fail reason', 'failed reason', 'error code', 'error info'],
    ],
  },
  errorMessage: {
    meaning: 'Property of an error with a sentence for people, the first of these that is a text.',
    names: [
      ...['message', 'detail', 'error description', 'error message', 'description', 'reason', 'msg'],
      'title',
    ],
  },
  errorMember: {
    meaning: 'Property of an error with the member or parameter that is wrong.',
    names: [...['loc', 'param', 'parameter', 'pointer', 'field', 'path', 'property', 'location', 'target']],
  },
  errorPlace: {
    meaning:
      'Property of an error with a list: the part of the request, then the path to what is wrong in it.',
    names: ['loc'],
  },
  errorStatus: {
    meaning: 'Property of an error with the status of the response.',
    names: ['status', 'status code'],
  },
  errorCode: {
    meaning: 'Property of an error with the status, if its example is one.',
    names: ['code'],
  },
  created: {
    meaning: 'Property with the time of the creation of a resource.',
    names: [
      ...['created', 'created at', 'created on', 'created date', 'created time'],
      ...['date created', 'time created', 'creation date', 'creation time'],
    ],
  },
  updated: {
    meaning: 'Property with the time of the last change of a resource.',
    names: [
      ...['updated', 'updated at', 'updated on', 'updated date', 'updated time'],
      ...['modified', 'modified at', 'modified on', 'modified date', 'modified time'],
      ...['last updated', 'last updated at', 'last updated on', 'last updated date', 'last updated time'],
      ...['last modified', 'last modified at', 'last modified on', 'last modified date'],
      ...['last modified time'],
    ],
  },
  steady: {
    meaning: 'Property that is set when a resource is created and never changes.',
    names: ['id', 'uuid', 'created', 'created at', 'creation date', 'owner'],
  },
  title: {
    meaning: 'Property that people read first; the first resources of the mock differ in it.',
    names: ['name', 'display name', 'first name', 'full name', 'title', 'label', 'subject', 'summary'],
  },
  volatile: {
    meaning: 'Property that the server changes by itself.',
    names: ['* status *', '* state *', '* states *', '* progress *', '* result *', '* results *'],
  },
  state: {
    meaning: 'Property with the state of a resource, if it has several constants.',
    names: ['* status', '* state', 'phase', 'stage', 'lifecycle', 'progress'],
  },
  pendingState: {
    meaning: 'State of work that other states follow, beside every progressive form such as `rendering`.',
    names: [
      ...['accepted', 'created', 'deferred', 'delayed', 'enqueued', 'init'],
      ...['initial', 'initialized', 'new', 'paused', 'planned', 'queued'],
      ...['requested', 'restarted', 'retry', 'scheduled', 'started', 'submitted', 'throttled', 'undone'],
      ...['unstarted', '* progress *', '* incomplete *', '* pending *', '* queue *', '* started *'],
      ...['* requested *', '* waiting *'],
    ],
  },
  successState: {
    meaning: 'State of work that has ended well.',
    names: [
      ...['done', 'finished', 'ok', 'passed', 'ready', 'no data', 'warning', 'warnings'],
      ...['* complete *', '* completed *', '* succeed *', '* succeeded *', '* success *', '* successful *'],
      ...['* successfully *'],
    ],
  },
  endedState: {
    meaning: 'State of work that has ended, whose outcome is in another property.',
    names: ['ended', 'exited', 'terminated'],
  },
  failedState: {
    meaning: 'Final state of work that has failed.',
    names: [
      ...['broken', 'crashed', 'dead', 'declined', 'denied', 'fail', 'invalid', 'refused', 'timedout'],
      ...['timeout', '* error *', '* errored *', '* failed *', '* failure *', '* found *', '* moderated *'],
      ...['* rejected *', '* timed *', '* unsuccessful *', '* unsuccessfully *'],
    ],
  },
  lifecycleState: {
    meaning: 'State of a resource that people change: beside it, other states are no work without a 202.',
    names: [
      ...['adopted', 'approved', 'archived', 'backlog', 'candidate', 'closed', 'disabled', 'draft'],
      ...['enabled', 'inactive', 'open', 'published', 'resolved', 'to do', 'todo', 'unpublished', 'unsent'],
    ],
  },
  cancelledState: {
    meaning: 'Final state of work that was cancelled or has expired.',
    names: [
      ...['aborted', 'dismissed', 'killed', 'revoked', 'skipped', 'stopped', 'superseded', '* canceled *'],
      ...['* cancelled *', '* expired *'],
    ],
  },
} as const satisfies Readonly<Record<string, Convention>>;
