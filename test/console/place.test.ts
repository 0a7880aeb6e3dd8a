import { expect, test } from 'vitest'
import { parseConsolePath } from '../../src/programs/console/store/connection.ts'

test.each([
  ['/_simulator/', { mount: '', session: undefined }],
  ['/_simulator', { mount: '', session: undefined }],
  ['/platform/_simulator/', { mount: '/platform', session: undefined }],
  ['/_s/alice/_simulator/', { mount: '', session: 'alice' }],
  ['/a/b/_s/alice%20b/_simulator/', { mount: '/a/b', session: 'alice b' }],
])('finds the server and the session of the page %s', (path, place) => {
  expect(parseConsolePath(path)).toEqual(place)
})
