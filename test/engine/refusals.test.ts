import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { listRefusals } from '../../src/engine/contract/operation/failure.ts'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { service } from '../../src/service/service.ts'
import { library } from './library/library.ts'

const root = join(import.meta.dirname, '../..')

test('an operation that does not list a refusal fails when it throws it, and says what to do', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const operations = library.operations.map((each) => ({ ...each, refusals: [] }))
  const { fetch } = createSimulator({ ...library, operations })
  const { status } = await fetch('/loans', { method: 'POST', body: '{"book_id":"none"}' })
  const [error] = printed.mock.lastCall ?? []
  printed.mockRestore()
  expect(status).toBe(500)
  expect(error).toMatchObject({
    message:
      'Failed to run createLoan: it does not list the refusal "unknown book". Add it to the refusals of the operation.',
    cause: { message: 'no such book' },
  })
})

test('each refusal of the service is listed by an operation', () => {
  const listed = new Set(
    listWorlds().flatMap((assumptions) =>
      [service.access, ...service.operations].flatMap(({ refusals = [] }) =>
        listRefusals(refusals, assumptions).map(({ name }) => name),
      ),
    ),
  )
  const declared = ['src/service', 'src/engine/contract'].flatMap(listDeclared)
  expect(declared.length).toBeGreaterThan(30)
  expect(declared.filter(({ name }) => !listed.has(name))).toEqual([])
})

// Each preset, and each with another value of one assumption.
function listWorlds() {
  const { presets, register } = service.questions
  const changes = Object.entries(register).flatMap(([id, { values }]) =>
    Object.keys(values).map((value) => ({ [id]: value })),
  )
  return presets.flatMap((preset) =>
    [{}, ...changes].map((change) => resolveAssumptions(service.questions, preset, change)),
  )
}

function listDeclared(folder: string): { file: string; name: string }[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return files.flatMap((file) => {
    const found = readFileSync(join(root, folder, file), 'utf8').matchAll(
      /^(?! \*).*defineRefusal\(\{\s*(?:basis: '[^']*',\s*)?name: '([^']+)'/gm,
    )
    return Array.from(found, ([, name = '']) => ({ file: join(folder, file), name }))
  })
}
