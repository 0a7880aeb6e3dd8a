import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as client from '../../src/client/index.ts'
import * as files from '../../src/files/index.ts'
import * as main from '../../src/index.ts'
import * as node from '../../src/node/index.ts'
import * as server from '../../src/server/index.ts'
import * as vitest from '../../src/vitest/index.ts'

const root = new URL('../../', import.meta.url)

test('the entries export their public names, and nothing else', () => {
  expect(Object.keys(main).toSorted()).toEqual(['createSimulator', 'defineScenario', 'register'])
  expect(Object.keys(files).toSorted()).toEqual(['FileError', 'readScenarioFile', 'writeScenario'])
  expect(Object.keys(client).toSorted()).toEqual(['ControlError', 'connect'])
  expect(Object.keys(server).toSorted()).toEqual(['createApp', 'serve'])
  expect(Object.keys(node)).toEqual(['setupSimulator'])
  expect(Object.keys(vitest)).toEqual(['test'])
})

test('the map in src/README.md lists every source file once, and no other', () => {
  const map = readFileSync(new URL('src/README.md', root), 'utf8')
  const named = [...map.matchAll(/^\| `([^`]+\.(?:ts|mjs))` \|/gm)].map(([, path]) => path)
  const files = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
  expect(named.toSorted()).toEqual(files.filter((path) => /\.(ts|mjs)$/.test(path)).toSorted())
})
