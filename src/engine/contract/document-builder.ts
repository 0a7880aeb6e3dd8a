// What builds the OpenAPI documents of a service. It is a layer above, so whoever creates a simulator passes it in.

import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { Steps } from '../work/steps.ts'
import type { World } from '../world/world.ts'
import type { ServiceDocuments } from './documents.ts'
import type { Declarations } from './operation/declarations.ts'

/** What a document is built from. */
export interface DocumentSource {
  readonly declared: Declarations
  readonly assumptions: Assumptions
  /** What comes before the paths of the service: a URL or a path without a slash at its end. Default: nothing. */
  readonly server?: string
  /**
   * The world that the examples come from. It is changed, so it should be a copy. Without a world, the document
   * is the service's own: there are no examples, no marks, and no operations that describe the service.
   */
  readonly world?: World
  /** Whether parts are marked with assumptions, and with where they are known from. Default: if there is a world. */
  readonly isMarked?: boolean
}

/** An OpenAPI document, which is JSON. */
export type OpenApiDocument = Readonly<Record<string, unknown>>

/** What builds documents. */
export interface DocumentBuilder {
  /** Creates what writes the documents as the service itself has them. */
  createOwnDocuments(declared: Declarations): ServiceDocuments
  buildServiceDocument(source: DocumentSource): Steps<OpenApiDocument>
}

/** Loads what builds documents. Most simulators are never asked for one. */
export type LoadDocumentBuilder = () => Promise<DocumentBuilder>
