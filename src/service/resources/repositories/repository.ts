import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { anyIdSchema } from '../../../engine/input/schemas/uuid.ts'

/**
 * A repository of an integration (contract section 2.2). The contract describes the six values but
 * does not name their fields, so these names are our own. The names in responses are the assumption
 * `repositoryFields`.
 */
export const repositorySchema = z.strictObject({
  integration_id: anyIdSchema,
  id: z.string().min(1),
  name: z.string(),
  owner: z.string(),
  url: z.string(),
  default_branch: z.string(),
})

export type RepositoryRecord = Frozen<z.output<typeof repositorySchema>>

/** Returns the owner and the name in the URL of a repository; empty if they are absent. */
export function splitRepositoryUrl(url: string): { owner: string; name: string } {
  const [name = '', owner = ''] = url
    .split('/')
    .filter((part) => part !== '')
    .reverse()
  return { owner, name: name.replace(/\.git$/, '') }
}

/** Returns the URL of a repository without the endings that some clients send. */
export function normalizeRepositoryUrl(url: string): string {
  return url.replace(/(?:\.git)?\/?$/, '')
}

/** Returns all URLs of the same repository. */
export function spellRepositoryUrl(url: string): readonly string[] {
  return ['', '/', '.git', '.git/'].map((ending) => normalizeRepositoryUrl(url) + ending)
}

export function isNumericId(id: string): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(id)
}
