/** The OpenAPI document of a new project. */
export const DOCUMENT = `openapi: 3.1.1
info:
  title: Notes
  version: 1.0.0
  description: An example of a contract. Replace it with yours.
servers:
  - url: http://127.0.0.1:3000
security:
  - key: []
tags:
  - name: notes
    description: Texts that are kept until they are deleted.
paths:
  /notes:
    get:
      operationId: listNotes
      summary: List notes
      tags: [notes]
      responses:
        '200':
          description: All notes, the newest first.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Note' }
        '401': { $ref: '#/components/responses/Unauthorized' }
    post:
      operationId: createNote
      summary: Create a note
      tags: [notes]
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewNote' }
      responses:
        '201':
          description: The note.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Note' }
          links:
            note: { operationId: getNote, parameters: { id: $response.body#/id } }
        '400': { $ref: '#/components/responses/Invalid' }
        '401': { $ref: '#/components/responses/Unauthorized' }
  /notes/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string, format: uuid } }
    get:
      operationId: getNote
      summary: Get a note
      tags: [notes]
      responses:
        '200':
          description: The note.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Note' }
        '400': { $ref: '#/components/responses/Invalid' }
        '401': { $ref: '#/components/responses/Unauthorized' }
        '404': { $ref: '#/components/responses/NotFound' }
    delete:
      operationId: deleteNote
      summary: Delete a note
      tags: [notes]
      responses:
        '204':
          description: The note is deleted.
        '400': { $ref: '#/components/responses/Invalid' }
        '401': { $ref: '#/components/responses/Unauthorized' }
        '404': { $ref: '#/components/responses/NotFound' }
components:
  securitySchemes:
    key: { type: http, scheme: bearer }
  schemas:
    NewNote:
      type: object
      required: [text]
      additionalProperties: false
      properties:
        text: { type: string, minLength: 1, maxLength: 1000 }
    Note:
      type: object
      required: [id, text, createdAt]
      properties:
        id: { type: string, format: uuid }
        text: { type: string, minLength: 1, maxLength: 1000 }
        createdAt: { type: string, format: date-time }
    Problem:
      type: object
      required: [message]
      properties:
        message: { type: string }
  responses:
    Invalid:
      description: The request does not match the contract.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Problem' }
    Unauthorized:
      description: The key is missing or wrong.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Problem' }
    NotFound:
      description: No note has this id.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Problem' }
`;
