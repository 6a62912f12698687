import { classifyStream, type MediaType, type OpenApiModel, type Operation } from '@keyframe/openapi-model';

/** Lets responses of server-sent events that describe no events have events of texts: most documents describe none. */
export function assumeEvents(model: OpenApiModel): OpenApiModel {
  return { ...model, operations: model.operations.map(describeEvents) };
}

function describeEvents(operation: Operation): Operation {
  const responses = operation.responses.map((response) => ({
    ...response,
    content: response.content.map(describeItems),
  }));
  return { ...operation, responses };
}

function describeItems(media: MediaType): MediaType {
  if (media.stream || classifyStream(media.name) !== 'events') return media;
  return { ...media, stream: { format: 'events', item: { schema: true, pointer: media.pointer } } };
}
