// Fields that cannot be given next to something that already contains them.

import { omitUndefined } from '../../input/schemas/schema-walk.ts'

type AddIssue = (issue: { code: 'custom'; path: string[]; input: unknown; message: string }) => void

/**
 * Adds an issue for each given field.
 *
 * @param source what contains its own: `snapshot`
 */
export function refuseFieldsBeside(
  source: string,
  fields: Readonly<Record<string, unknown>>,
  { addIssue }: { addIssue: AddIssue },
): void {
  for (const [field, value] of Object.entries(omitUndefined(fields))) {
    const message = `It must be absent, because the ${source} contains its own`
    addIssue({ code: 'custom', path: [field], input: value, message })
  }
}
