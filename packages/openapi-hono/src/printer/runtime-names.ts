/** Names of the values that the entries of the runtime export: importing these would load Hono and zod. */
export const RUNTIME_VALUES = {
  http: [
    ...'OpenApiRuntimeError ResponseViolationError checkOperation describeIssue emitDocument eventStream'.split(
      ' ',
    ),
    ...'findMountedOperation guardJson isForm isJson isMultipart isPromise isRange json jsonLines'.split(' '),
    ...'jsonSequence limitBody matchMediaType multipartStream parametersOf pathMethods rawBody readTemplate'.split(
      ' ',
    ),
    ...'registerOperations route showValue stageMiddleware textsOf valueAt withFiles'.split(' '),
  ],
  schema: [
    ...'additionalProperties all anyOf conditional contains countOf dependentRequired dependentSchemas'.split(
      ' ',
    ),
    ...'equalTo findTwin hasLength hasOnly ignored int32 int64 isBoolean isInt32 isInt64 isInteger'.split(
      ' ',
    ),
    ...'isMultipleOf isNumber isNumberOf isObject isString isTextOf jsonEqual lazy lazyWithDefaults'.split(
      ' ',
    ),
    ...'linearPattern maybeBoolean maybeInt32 maybeInt64 maybeInteger maybeNumber maybeString members'.split(
      ' ',
    ),
    ...'multipleOf not numberFormat objectOf oneOf ownMember patternProperties propertyCount propertyNames'.split(
      ' ',
    ),
    ...'record recursive required tuple typeIn unevaluatedItems unevaluatedProperties uniqueItems whenType z'.split(
      ' ',
    ),
  ],
  webhooks: [
    ...'ExpressionError MessageError createReceiver createRequestBuilder createSender evaluateAddress'.split(
      ' ',
    ),
    ...'evaluateTemplate parseLinkValue parseTemplate'.split(' '),
  ],
};
