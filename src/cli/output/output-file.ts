import { access } from 'node:fs/promises'
import { ProblemError } from '../../engine/input/options/option-error.ts'
import { assertWritable } from '../../files/write/write-file.ts'

/**
 * Checks that a file can be written at the end of a command that takes long.
 *
 * @param options.force whether an existing file is replaced
 * @throws ProblemError if it exists; Error if it cannot be written
 */
export async function assertFree(file: string, { force }: { readonly force: boolean }): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere && !force) {
    throw new ProblemError({
      attempt: `write ${file}`,
      received: 'it already exists',
      advice: 'Name another file, or add --force to replace it.',
    })
  }
  await assertWritable(file)
}
