// What the documentation shows for a page, in a project in which the packed package is installed.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, expect } from '@playwright/test'
import { createServer } from 'vite'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { listPrograms } from '../support/documentation.ts'
import { packPackage } from '../support/pack-package.ts'
import { findChromium } from './support/find-chromium.ts'

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'))

/** A project of a reader, which Vite serves. */
interface Project {
  folder: string
  url: string
  write(name: string, content: string): void
}

const test = base.extend<object, { project: Project }>({
  project: [
    async ({}, use) => {
      const folder = packPackage()
      const write = (name: string, content: string) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), content)
      }
      write('package.json', '{"type":"module"}')
      for (const { code } of setUp) execFileSync('bash', ['-c', code], { cwd: folder })
      const server = await createServer({ root: folder, logLevel: 'error', server: { port: 0, host: 'localhost' } })
      await server.listen()
      await use({ folder, url: server.resolvedUrls?.local[0] ?? '', write })
      await server.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** The scripts in TypeScript that import an entry, with the others of their programs. */
const listScripts = (entry: RegExp) =>
  listPrograms().flatMap(({ place, scripts }) =>
    scripts
      .filter(({ language, code }) => language === 'ts' && entry.test(code))
      .map(({ code }) => ({ place, code, scripts })),
  )

const pages = listScripts(/'deploymock\/browser'/)
const setUp = pages.flatMap(({ scripts }) => scripts.filter(({ language }) => language === 'sh'))

for (const { place, code } of pages) {
  test(`the simulator answers the page of ${place}`, async ({ page, project: { url, write } }) => {
    const name = place.replace(/\W+/g, '-')
    write(`${name}.ts`, code)
    write(`${name}.html`, `<!doctype html><body><script type="module" src="/${name}.ts"></script></body>`)
    await page.goto(`${url}${name}.html`)
    // Until the simulator has started, nobody answers, and Vite reloads the page when it has found its dependencies.
    const list = () => fetch('https://api.example.com/v2/deployments').then((response) => response.status, String)
    await expect.poll(() => page.evaluate(list).catch(String)).toBe(code.includes('status: 503') ? 503 : 200)
    if (code.includes('document.body')) await expect(page.locator('body')).toContainText(/("name":.*){20}/)
  })
}

// The app of a reader. The documentation has the lines for its base URL.
const APP = `
import { baseUrl } from './api.js'

async function show() {
  const response = await fetch(baseUrl + '/v2/deployments')
  const { resources = [] } = await response.json()
  const items = resources.map(({ name }) => '<li>' + name + '</li>').join('')
  document.body.innerHTML = response.ok ? items : '<button>Try again</button>'
  document.querySelector('button')?.addEventListener('click', show)
}
await show()
`

// Some blocks are a fixture, without a test.
const USE = "\ntest('has a world', async ({ simulator }) => void (await simulator.state()))\n"

test('the suites for Playwright pass', async ({ project: { folder, url, write } }) => {
  const server = await serve(createSimulator(), { port: 0 })
  let count = 0
  for (const [index, { code, scripts }] of listScripts(/'(deploymock\/playwright|@playwright\/test)'/).entries()) {
    const source = code.replaceAll('http://localhost:5173', url).replaceAll('http://127.0.0.1:4010', server.url)
    const suite = source.includes('export const test') ? source + USE : source
    write(source.includes('defineConfig') ? 'shown.config.ts' : `tests/${index}.spec.ts`, suite)
    count += suite.match(/^test\('/gm)?.length ?? 0
    for (const { language, code } of scripts) if (language === 'js') write('api.js', code)
  }
  write('main.js', APP)
  write('index.html', '<!doctype html><body><script type="module" src="/main.js"></script></body>')
  const browser = JSON.stringify({ executablePath: findChromium() })
  const config = `{ ...shown, reporter: 'line', use: { ...shown.use, launchOptions: ${browser} } }`
  write('playwright.config.ts', `import shown from './shown.config.ts'\nexport default ${config}\n`)
  // Playwright recognizes a worker process by these variables.
  const { TEST_WORKER_INDEX, TEST_PARALLEL_INDEX, ...env } = process.env
  const run = promisify(execFile)(process.execPath, [playwright, 'test'], { cwd: folder, env })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  await server.close()
  expect(count).toBeGreaterThan(3)
  expect(stdout).toContain(`${count} passed`)
})
