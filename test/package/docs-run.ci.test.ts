import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { createFolder, type Folder } from '../support/create-folder.ts'
import { listBlocks } from '../support/documentation.ts'
import { linkPackages } from '../support/link-packages.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { listFailures, readVitestResults } from '../support/vitest-results.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const token = 'a-long-token-of-the-documentation'

// Blocks that need a page or Jest. `test/browser` and the examples run code like it.
const isElsewhere = ({ code }: { code: string }) =>
  /'(deploymock\/(browser|playwright|jest|node)|@playwright\/test)'/.test(code)

const blocks = listBlocks('ts')
  .filter((block) => !isElsewhere(block))
  .map((block) => ({ ...block, name: block.place.replace(/\W+/g, '-'), isTest: /\btest\(/.test(block.code) }))

// Loading the package for each block would take longer than the blocks.
const ONE_WORKER = ['--no-isolate', '--maxWorkers=1', '--testTimeout=60000', '--teardownTimeout=2000']

/** What went wrong in each block. */
const failures = new Map<string, readonly string[]>()

beforeAll(async () => {
  const folder = await createFolder()
  const open = await serve(createSimulator({ clock: 'running' }), { port: 0 })
  const guarded = await serve(createSimulator(), { port: 0, token, allowOrigins: ['https://demo.example.com'] })
  await writeProject(folder, { open: open.url, guarded: guarded.url })
  await runVitest(folder)
  await Promise.all([open.close(), guarded.close(), folder.remove()])
}, 120_000)

// The documentation writes the options of MSW 2.
test.runIf(isMsw2).for(blocks)('the block at $place runs as it stands', ({ name }) => {
  expect(failures.get(name)).toEqual([])
})

test.runIf(isMsw2)('every block has run', () => {
  expect(failures.size).toBe(blocks.length)
  expect(blocks.length).toBeGreaterThan(25)
})

/** Writes a project as a reader has it: the package, what its recipes install, and a file for each block. */
async function writeProject(folder: Folder, servers: { open: string; guarded: string }): Promise<void> {
  linkPackages(folder, ['axios', 'express', 'jsdom', 'msw', 'vitest'])
  await folder.write('package.json', '{"type":"module"}')
  for (const { name, code, isTest, prints } of blocks) {
    const source = code
      .replaceAll('http://127.0.0.1:4010', servers.open)
      .replaceAll(/https?:\/\/mock\.example\.com(:4010)?/g, servers.guarded)
    await folder.write(`${name}${isTest ? '.test' : ''}.ts`, source)
    if (!isTest) await folder.write(`${name}.test.ts`, writeRunner(name, prints))
  }
}

/** A test that runs a script, and compares what it prints with what its page says about it, if anything. */
function writeRunner(name: string, prints: string | undefined): string {
  return `
    import { format } from 'node:util'
    import { expect, test, vi } from 'vitest'
    test('runs', async () => {
      const lines = []
      const log = vi.spyOn(console, 'log').mockImplementation((...values) => void lines.push(format(...values)))
      await import('./${name}.ts').finally(() => log.mockRestore())
      expect(lines.join('\\n')).toMatch(new RegExp(${JSON.stringify(toPattern(prints ?? '...'))}))
    })
  `
}

/** The pattern for what a page says is printed. Three dots stand for anything. */
function toPattern(prints: string): string {
  const parts = prints.trimEnd().split('...')
  return `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')}$`
}

async function runVitest(folder: Folder): Promise<void> {
  const output = folder.path('results.json')
  const args = ['run', '--root', folder.path('.'), '--reporter=json', `--outputFile=${output}`, ...ONE_WORKER]
  const env = { ...process.env, DEPLOYMOCK_TOKEN: token, NO_COLOR: '1' }
  const vitest = spawn(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, ...args], {
    cwd: folder.path('.'),
    env,
  })
  await Promise.all([text(vitest.stdout), text(vitest.stderr), once(vitest, 'close')])
  for (const file of readVitestResults(output)) {
    failures.set(/([^/]+)\.test\.ts$/.exec(file.name)?.[1] ?? file.name, listFailures(file))
  }
}
