import { EventEmitter } from 'node:events'
import type { FSWatcher } from 'node:fs'
import { expect } from 'vitest'
import { watchFiles } from '../../src/files/watch-files.ts'
import { test } from '../support/folder.ts'

const silent = () => Object.assign(new EventEmitter(), { close: () => undefined }) as FSWatcher

const watchFolders: [string, () => FSWatcher][] = [
  ['reports nothing', silent],
  ['fails', () => silentThenFailing()],
  [
    'cannot be watched',
    () => {
      throw new Error('ENOSPC: System limit for number of file watchers reached')
    },
  ],
]

function silentThenFailing(): FSWatcher {
  const watcher = silent()
  queueMicrotask(() => watcher.emit('error', new Error('EIO')))
  return watcher
}

test.for(watchFolders)('a change is noticed in a folder that %s', async ([, watchFolder], { folder }) => {
  const path = await folder.write('demo.yaml', 'one')
  const changes: (readonly string[])[] = []
  const errors: Error[] = []
  let onNext = (): void => undefined
  const next = async (text: string): Promise<void> => {
    const noticed = new Promise<void>((resolve) => {
      onNext = resolve
    })
    await folder.write('demo.yaml', text)
    await noticed
  }
  const watch = await watchFiles([{ path, text: 'one' }], {
    onChange: async (paths) => {
      changes.push(paths)
      onNext()
    },
    onError: (error) => errors.push(error),
    watchFolder,
  })
  // The start of a watch looks at the files once, so only the second change needs events.
  await next('two')
  await next('three')
  await watch.close()
  expect([changes, errors]).toEqual([[[path], [path]], []])
})
