import { hasPlaceholder } from '../../http/path-template.ts'
import type { Operation } from './operation.ts'

/** Returns the tag of an operation: the first name in its path. */
export function findTag({ isDocumentation }: Operation, template: string): string {
  if (isDocumentation === true) return 'documentation'
  const names = template.split('/').filter((name) => name !== '' && !hasPlaceholder(name))
  return names.find((name) => !/^v\d+$/.test(name)) ?? 'service'
}
