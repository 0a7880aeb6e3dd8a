import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

test('the map in src/README.md lists every source file once, and no other', () => {
  const map = readFileSync(new URL('src/README.md', root), 'utf8')
  const named = [...map.matchAll(/^\| `([^`]+\.(?:ts|mjs))` \|/gm)].map(([, path]) => path)
  const files = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
  expect(named.toSorted()).toEqual(files.filter((path) => /\.(ts|mjs)$/.test(path)).toSorted())
})
