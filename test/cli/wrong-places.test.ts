// Files, folders, URLs and addresses that cannot be used: each is wrong usage, and never looks like a result.

import { expect } from 'vitest'
import { defineProgram } from '../../src/programs/cli/program.ts'
import { service } from '../../src/service/service.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

/** What comes before an option, so that nothing else is missing. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  serve: ['serve', '--port', '0'],
  mcp: ['mcp'],
  drift: ['drift', 'http://127.0.0.1:9', '--against', 'assumptions.yaml'],
  record: ['record', 'http://127.0.0.1:9'],
  learn: ['learn', 'http://127.0.0.1:9'],
  probe: ['probe'],
  init: ['init', 'service.js'],
}

const AFTER: Readonly<Record<string, readonly string[]>> = { probe: ['--', 'true'] }

/** Values that no option can use, by what the option takes. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  file: ['/missing/x.json', '/missing/x.yaml', '.', ''],
  'name|file': ['/missing/x.yaml', 'nobody', ''],
  folder: ['/missing/folder', ''],
  place: ['nope://x', 'localhost:6379', ''],
  url: ['http://[', 'http://x:99999', ''],
  source: ['http://[', '/missing/folder', 'http://x:99999'],
  path: ['/missing/folder', '/missing/x.json'],
  origin: ['nobody', 'ftp://x', ''],
  address: ['http://localhost', '300.1.1.1', ''],
  proxies: ['nobody', '300.1.1.1', ''],
}

/** Each option of a command that takes one of these, and its arguments that do. */
function listPlaces() {
  const quiet = { out: () => undefined, err: () => undefined, log: () => undefined } as never
  const isPlace = (kind: string) => Object.hasOwn(WRONG, kind)
  return defineProgram(quiet, service).commands.flatMap((command) => {
    const name = command.name()
    const options = command.options.flatMap(({ long, flags }) => {
      const kind = /[<[](.*?)[>\]]/.exec(flags)?.[1] ?? 'none'
      return isPlace(kind) ? [[name, String(long), kind] as const] : []
    })
    const args = command.registeredArguments.filter((each) => isPlace(each.name()) && name !== 'check')
    return [...options, ...args.map((each) => [name, '', each.name()] as const)]
  })
}

const CASES = listPlaces().flatMap(([command, option, kind]) =>
  (WRONG[kind] ?? []).map((value) => [command, option, value] as const),
)

test.for(CASES)('%s %s %j is wrong usage, and is told in one line', async ([command, option, value], { folder }) => {
  await folder.write('assumptions.yaml', 'assumptions: {}\n')
  const before = option === '' ? [command] : (BEFORE[command] ?? [command])
  const args = [...before, ...(option === '' ? [value] : [option, value]), ...(AFTER[command] ?? [])]
  const { exit, err } = runCli(
    ...args.map((each) => (/^(?:assumptions|service)\./.test(each) ? folder.path(each) : each)),
  )
  expect([await exit, err.length, err]).toEqual([2, 1, [expect.stringMatching(/^Failed to /)]])
})
