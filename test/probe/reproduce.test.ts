import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAssumption, resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { readEnvironment } from '../../src/entries/run/environment.ts'
import { listReproducingLines } from '../../src/programs/probe/probe.ts'
import type { AssumedValues } from '../../src/programs/probe/search/values.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { service } from '../../src/service/service.ts'
import { run } from '../console/support/run-shell.ts'

const HOSTILE = [`'`, '"', '`', '$', '\\', '!', '*', '~', ';', '=', '{', '}', '[', '(', '&', '|', '<', '-', ' ', '\n']
const HIDDEN = ['\u0000', '\u001b', '\u007f', '\u200b', '\u200d', '\u202e', '\ufeff', '\ud800', '\u{e0001}']

const characters = fc.constantFrom('a', '/', 'ż', '👩', ...HOSTILE, ...HIDDEN)
const names = fc.string({ unit: characters, minLength: 1, maxLength: 8 }).filter((name) => name.trim() !== '')
const lists = (length: number) =>
  fc.array(names, { minLength: length, maxLength: length }).map((list) => list.join(','))

const assumptions: fc.Arbitrary<AssumedValues> = fc
  .record(
    {
      nameMatching: fc.constantFrom('prefix', 'substring'),
      versionPrefix: names.map((name) => `/${name}`),
      statusValues: lists(2),
      repositoryFields: lists(6),
    },
    { requiredKeys: [] },
  )
  .filter((values) => Object.keys(values).length > 0 && isLegal(values))

function isLegal(values: AssumedValues): boolean {
  try {
    return resolveAssumptions(questions, 'spec', values) !== undefined
  } catch {
    return false
  }
}

// The functions stand in for the commands, so that one shell runs all lines.
async function runLines(shell: string, lines: readonly string[]): Promise<string[]> {
  const functions = `show() { printf '%s\\0\\0' "$DEPLOYMOCK_ASSUME"; }; npx() { printf '%s\\0' "$@" ''; }\n`
  const out = await run(shell, ['-s'], { input: `${functions}${lines.join('\n')}\n` })
  return out.split('\0\0').slice(0, -1)
}

test('the line that sets DEPLOYMOCK_ASSUME gives the command the same assumptions, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(assumptions, { minLength: 1, maxLength: 300, size: 'max' }), async (cases) => {
      const settings = { base: {}, command: ['show'] as const, urlEnv: undefined, world: undefined }
      const texts = await runLines(
        'sh',
        cases.flatMap((values) => listReproducingLines(values, settings)),
      )
      expect(texts.map((text) => readEnvironment(service, { DEPLOYMOCK_ASSUME: text }).assumptions)).toEqual(cases)
    }),
    { numRuns: 3 },
  )
})

test('the options of the server that it starts give the same assumptions', async () => {
  // No argument of a command contains one of these.
  const given = assumptions.filter((values) => !/[\0\p{Cs}]/u.test(Object.values(values).join()))
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 300, size: 'max' }), async (cases) => {
      const settings = { base: {}, command: ['true'] as const, urlEnv: 'API_URL', world: undefined }
      const calls = await runLines(
        'bash',
        cases.map((values) => listReproducingLines(values, settings)[0] ?? ''),
      )
      const parsed = calls.map((call) => {
        const [, ...options] = call.split('\0')
        return Object.assign(
          {},
          ...options.filter((option) => option !== '--assume').map((each) => parseAssumption(questions, each)),
        )
      })
      expect(parsed).toEqual(cases)
    }),
    { numRuns: 3 },
  )
})
