import { readFileSync } from 'node:fs'

/** A request, and the response of the real service's framework to it. */
export interface Vector {
  case: string
  method: string
  target: string
  headers?: Record<string, string>
  body?: string
  status: number
  response_headers: Record<string, string>
  json?: unknown
  text?: string
  parsed?: Record<string, unknown>
}

const file = new URL('../../fixtures/fastapi-vectors.json', import.meta.url)
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }

/** The vectors of the list of deployments. */
export const listVectors = vectors.filter(({ case: name }) => name.startsWith('list '))

/** The vectors of the OAuth providers and of unknown paths. */
export const routingVectors = vectors.filter(({ case: name }) => /^(providers|unknown|root)/.test(name))

/** The vectors of the repository lists, recorded with UUIDs as integration ids. */
export const repositoryVectors = vectors.filter(({ target }) => target.startsWith('/v1/integrations/'))
