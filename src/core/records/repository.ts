import { z } from 'zod'
import { anyIdSchema } from './uuid.ts'

/**
 * A repository that an integration exposes (interface 2.2). The interface names the six
 * values but not the fields that carry them, so these are our own names: how they are
 * spelled on the wire is the assumption `repositoryFields`.
 */
export const repositorySchema = z.strictObject({
  integration_id: anyIdSchema,
  id: z.string().min(1),
  name: z.string(),
  owner: z.string(),
  url: z.string(),
  default_branch: z.string(),
})

export type RepositoryRecord = z.output<typeof repositorySchema>

/** What a repository's URL says of its owner and its name; empty where it says nothing. */
export function splitRepositoryUrl(url: string): { owner: string; name: string } {
  const [name = '', owner = ''] = url
    .split('/')
    .filter((part) => part !== '')
    .reverse()
  return { owner, name: name.replace(/\.git$/, '') }
}
