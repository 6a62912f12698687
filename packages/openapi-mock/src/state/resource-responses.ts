// Responses about one resource of a kind: status, body and headers.
import { findResponse } from '@keyframe/openapi-model';
import type { DerivedKind } from '@keyframe/openapi-resources';
import type { Call, Engine, Outcome } from '../engine.ts';
import { isFinal } from '../time/progress.ts';
import { ResourceBodies } from './resource-bodies.ts';
import type { Resource } from './world.ts';
import { chooseStatus, writeLocation } from './write-location.ts';

/** Writes the responses of operations on resources of one kind. */
export class ResourceResponses {
  readonly #kind: DerivedKind;
  readonly #engine: Engine;
  readonly #bodies: ResourceBodies;

  constructor(kind: DerivedKind, engine: Engine) {
    this.#kind = kind;
    this.#engine = engine;
    this.#bodies = new ResourceBodies(kind, engine);
  }

  /** Writes the response of an operation on a resource. */
  write(call: Call, resource: Resource, isCreated = false): Outcome {
    const status = chooseStatus(call.operation, isCreated);
    const { idProperty } = this.#kind.envelope;
    const id = idProperty === undefined ? resource.id : (resource.value[idProperty] ?? resource.id);
    const body = this.#bodies.fit(call.operation, resource.value, { id, isCreated });
    const documented = findResponse(call.operation, status);
    const has = (name: string) => documented?.headers.some((header) => header.name.toLowerCase() === name);
    const location =
      isCreated && (has('location') || status === 201)
        ? writeLocation(this.#kind, call, { resource, schemas: this.#engine.schemas })
        : undefined;
    const isWaiting = resource.progress !== undefined && !isFinal(resource.progress);
    // Only reads of resources with states wait.
    const canWait = call.operation === this.#kind.read && resource.progress !== undefined;
    return {
      status,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(location === undefined ? {} : { location }),
        ...(isWaiting && has('retry-after') ? { 'retry-after': '1' } : {}),
        ...(canWait && call.preferences.wait !== undefined && has('preference-applied')
          ? { 'preference-applied': `wait=${call.preferences.wait}` }
          : {}),
      },
    };
  }
}
