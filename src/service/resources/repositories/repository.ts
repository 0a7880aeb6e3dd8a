import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/schema-walk.ts'
import { anyIdSchema } from '../../../engine/input/schemas/uuid.ts'
import type { KindsOf } from '../text-kinds.ts'

/**
 * A repository of an integration (contract section 2.2). The contract describes the six values but
 * does not name their fields, so these names are our own. The names in responses are the assumption
 * `repositoryFields`.
 */
export const repositorySchema = z.strictObject({
  integration_id: anyIdSchema.describe('The integration that it is reached through.'),
  id: z.string().min(1).describe('The id of the repository.'),
  name: z.string().describe('The name of the repository.'),
  owner: z.string().describe('The account that owns it.'),
  url: z.string().describe('The URL of the repository.'),
  default_branch: z.string().describe('The branch that is deployed by default.'),
})

export type RepositoryRecord = Frozen<z.output<typeof repositorySchema>>

/** What the texts of its fields are. */
export const repositoryKinds: KindsOf<RepositoryRecord> = {
  integration_id: 'id',
  id: 'id',
  name: 'name',
  owner: 'owner',
  url: 'url',
  default_branch: 'branch',
}

/** Returns the owner and the name in the URL of a repository; empty if they are absent. */
export function splitRepositoryUrl(url: string): { owner: string; name: string } {
  const [name = '', owner = ''] = url
    .split('/')
    .filter((part) => part !== '')
    .reverse()
  return { owner, name: name.replace(/\.git$/, '') }
}

/** Returns the URL of a repository without the endings that some clients send. */
function normalizeRepositoryUrl(url: string): string {
  return url.replace(/(?:\.git)?\/?$/, '')
}

/** Returns all URLs of the same repository. */
export function spellRepositoryUrl(url: string): readonly string[] {
  return ['', '/', '.git', '.git/'].map((ending) => normalizeRepositoryUrl(url) + ending)
}

export function isNumericId(id: string): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(id)
}
