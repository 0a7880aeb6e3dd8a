import { rename, symlink, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { watchFiles } from '../../src/programs/cli/scenario-watch.ts'
import { type Folder, test } from '../support/folder.ts'

/** Ways to give a file a new content. */
const writers: Record<string, (folder: Folder, path: string, text: string) => Promise<unknown>> = {
  'is written': (_, path, text) => writeFile(path, text),
  'is replaced': async (folder, path, text) => rename(await folder.write('draft', text), path),
  'a link leads to is written': (folder, _, text) => folder.write('target.yaml', text),
}

test.for(Object.entries(writers))('a change is noticed of a file that %s', async ([what, write], { folder }) => {
  const path = folder.path('demo.yaml')
  if (what.includes('link')) await symlink(await folder.write('target.yaml', 'one'), path)
  else await folder.write('demo.yaml', 'one')
  const changes: (readonly string[])[] = []
  const errors: Error[] = []
  let onNext = (): void => undefined
  const next = async (text: string): Promise<void> => {
    const noticed = new Promise<void>((resolve) => {
      onNext = resolve
    })
    await write(folder, path, text)
    await noticed
  }
  const watch = watchFiles([{ path, text: 'one' }], {
    onChange: async (paths) => {
      changes.push(paths)
      onNext()
    },
    onError: (error) => errors.push(error),
  })
  // The start of a watch looks at the files once, so only the second change has to be noticed.
  await next('two')
  await next('three')
  await watch.close()
  expect([changes, errors]).toEqual([[[path], [path]], []])
})
