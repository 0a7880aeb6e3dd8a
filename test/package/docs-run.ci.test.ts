import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect } from 'vitest'
import { compile } from '../support/compile.ts'
import { createFolder, type Folder } from '../support/create-folder.ts'
import { listPrograms, needsPage, toPattern } from '../support/documentation.ts'
import { test } from '../support/folder.ts'
import { installPackage } from '../support/install-package.ts'
import { isMsw2 } from '../support/msw-version.ts'
import { listFailures, readVitestResults } from '../support/vitest-results.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const toName = (place: string) => place.replace(/\W+/g, '-')
const programs = listPrograms()

// Those that need a page run in `test/browser/documentation.spec.ts`, and those that need a shell in
// `docs-shell.ci.test.ts`.
const scripts = programs.flatMap(({ place, scripts: [first, ...others], prints }) => {
  if (first === undefined || others.length > 0 || first.language !== 'ts') return []
  const { code } = first
  if (needsPage(code) || code.includes("'node:test'")) return []
  return [{ place, name: toName(place), code, prints, isTest: /\btest\(/.test(code) }]
})

// Loading the package for each of them would take longer than they do.
const ONE_WORKER = ['--no-isolate', '--maxWorkers=1', '--testTimeout=60000', '--teardownTimeout=2000']

/** What went wrong in each program. */
const failures = new Map<string, readonly string[]>()

beforeAll(async () => {
  const folder = await createFolder()
  await installPackage(folder)
  for (const { name, code, isTest, prints } of scripts) {
    await folder.write(`${name}${isTest ? '.test' : ''}.ts`, code)
    if (!isTest) await folder.write(`${name}.test.ts`, writeRunner(name, prints))
  }
  await runVitest(folder)
  await folder.remove()
}, 120_000)

// The documentation writes the options of MSW 2.
test.runIf(isMsw2)('everything in TypeScript compiles', async ({ folder }) => {
  const modules = programs.flatMap(({ place, scripts }) =>
    scripts.flatMap(({ language, code }, index) =>
      language === 'ts' ? [[`${toName(place)}-${index}.ts`, `${code}\nexport {}\n`]] : [],
    ),
  )
  const options = { compilerOptions: { types: ['node', 'vite/client'] }, install: installPackage }
  expect(await compile(folder, Object.fromEntries(modules), options)).toBe('')
})

test.runIf(isMsw2).for(scripts)('what $place shows runs as it stands', ({ name }) => {
  expect(failures.get(name)).toEqual([])
})

test.runIf(isMsw2)('everything has run', () => {
  expect(failures.size).toBe(scripts.length)
  expect(scripts.length).toBeGreaterThan(15)
})

/** A test that runs a script, and compares what it prints with what its page says about it, if anything. */
function writeRunner(name: string, prints: string | undefined): string {
  return `
    import { format } from 'node:util'
    import { expect, test, vi } from 'vitest'
    test('runs', async () => {
      const lines = []
      const log = vi.spyOn(console, 'log').mockImplementation((...values) => void lines.push(format(...values)))
      await import('./${name}.ts').finally(() => log.mockRestore())
      expect(lines.join('\\n')).toMatch(${toPattern(prints ?? '...')})
    })
  `
}

async function runVitest(folder: Folder): Promise<void> {
  const output = folder.path('results.json')
  const args = ['run', '--root', folder.path('.'), '--reporter=json', `--outputFile=${output}`, ...ONE_WORKER]
  const vitest = spawn(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, ...args], {
    cwd: folder.path('.'),
    env: { ...process.env, NO_COLOR: '1' },
  })
  await Promise.all([text(vitest.stdout), text(vitest.stderr), once(vitest, 'close')])
  for (const file of readVitestResults(output)) {
    failures.set(/([^/]+)\.test\.ts$/.exec(file.name)?.[1] ?? file.name, listFailures(file))
  }
}
