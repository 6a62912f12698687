// Pets, as a user of Express and express-openapi-validator writes them: the document comes first and is enforced.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { loadDocument } from '@keyframe/openapi-model';
import express, { type Request, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { type ForeignServer, servedBy } from './foreign-server.ts';

const DOCUMENT = fileURLToPath(new URL('./pets.yaml', import.meta.url));

/** Starts the app. */
export async function startExpressApp(): Promise<ForeignServer> {
  const pets = new Map<string, Record<string, unknown>>();
  const app = express();
  app.use(express.json());
  app.use(
    OpenApiValidator.middleware({ apiSpec: DOCUMENT, validateApiSpec: false, validateResponses: false }),
  );
  app.get('/pets', ({ query }, response) => {
    const found = [...pets.values()].filter(
      ({ species }) => query.species === undefined || species === query.species,
    );
    response.json(found.slice(0, Number(query.limit)));
  });
  app.post('/pets', ({ body }, response) => {
    const pet = { ...body, id: randomUUID() };
    pets.set(pet.id, pet);
    response.status(201).json(pet);
  });
  app
    .route('/pets/:petId')
    .all(({ params }, response, next) => {
      if (pets.has(params.petId)) next();
      else response.status(404).json({ message: 'No such pet.' });
    })
    .get(({ params }, response) => void response.json(pets.get(params.petId)))
    .patch(({ params, body }, response) => {
      const pet = { ...pets.get(params.petId), ...body };
      pets.set(params.petId, pet);
      response.json(pet);
    })
    .delete(({ params }, response) => {
      pets.delete(params.petId);
      response.status(204).end();
    });
  const server = createServer((request, response) =>
    app(request as Request, response as Response, (error?: unknown) => {
      const { status = 404, message = 'No such path.', errors } = Object(error) as Partial<Problem>;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message, errors }));
    }),
  );
  return servedBy(server, await loadDocument(DOCUMENT));
}

interface Problem extends Error {
  status: number;
  errors: unknown[];
}
