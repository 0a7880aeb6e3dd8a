// The packed package in bundles for servers: it finds its optional packages, and needs none of them.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build as buildWithEsbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { build as buildWithVite } from 'vite'
import { expect, inject } from 'vitest'
import { type Folder, test } from '../support/folder.ts'
import { sample } from '../support/scope.ts'

const OPTIONAL = ['@modelcontextprotocol', '@redis']

const SERVER = `
  import { createSimulator } from 'deploymock'
  import { serve } from 'deploymock/server'

  async function main() {
    const server = await serve(createSimulator({ scenario: 'empty' }))
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const response = await fetch(server.url + '/_simulator/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    console.log(response.status, await response.text())
    const page = await fetch(server.url + '/_simulator/', { headers: { accept: 'text/html' } })
    console.log('console', page.status)
    const state = 'redis://127.0.0.1:1'
    await serve(createSimulator({ scenario: 'empty' }), { state }).catch(({ message }) => console.log(message))
    await server.close()
  }
  void main()
`

const bundlers = {
  esbuild: (folder: Folder) =>
    buildWithEsbuild({
      entryPoints: [folder.path('server.js')],
      outfile: folder.path('out/server.cjs'),
      bundle: true,
      platform: 'node',
      logLevel: 'silent',
    }).then(({ warnings }) => warnings.map(({ text }) => text)),
  Rolldown: async (folder: Folder) => {
    const warnings: string[] = []
    const input = folder.path('server.js')
    const bundle = await rolldown({ input, platform: 'node', onLog: (_, { message }) => warnings.push(message) })
    await bundle.write({ file: folder.path('out/server.mjs'), codeSplitting: false })
    return warnings
  },
  'Vite for a server': async (folder: Folder) => {
    const warnings: string[] = []
    const onLog = (_: string, { message }: { message: string }) => warnings.push(message)
    await buildWithVite({
      root: folder.path('.'),
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: { ssr: 'server.js', outDir: 'out', rolldownOptions: { onLog } },
    })
    return warnings
  },
}

for (const [name, bundle] of sample(Object.entries(bundlers), 3)) {
  // Bundling takes long on a busy machine.
  test(`${name} bundles a server that finds the optional packages, and needs none`, { timeout: 120_000 }, async ({
    folder,
  }) => {
    install(folder)
    await folder.write('package.json', '{"type":"module"}')
    await folder.write('server.js', SERVER)
    expect((await bundle(folder)).filter((warning) => /deploymock/.test(warning))).toEqual([])
    const without = await run(folder)
    expect(without).toMatch(/^501 .*@modelcontextprotocol\/server is not installed\. Run: npm install/)
    expect(without).toMatch(/^console 200$/m)
    expect(without).toMatch(
      /^Failed to keep the sessions in Redis: @redis\/client is not installed\. Run: npm install/m,
    )
    for (const each of OPTIONAL) link(folder, each)
    const found = await run(folder)
    expect(found).toMatch(/^200 .*"protocolVersion"/s)
    expect(found).toMatch(/^Failed to keep the sessions in redis:.* ECONNREFUSED/m)
  })
}

/** Copies the packed package, because bundlers look for packages beside the folder that a link leads to. */
function install(folder: Folder): void {
  const installed = join(inject('packed'), 'node_modules')
  for (const each of readdirSync(installed)) {
    if (each === 'deploymock') cpSync(join(installed, each), folder.path(`node_modules/${each}`), { recursive: true })
    else if (!OPTIONAL.includes(each)) link(folder, each)
  }
}

function link(folder: Folder, name: string): void {
  const path = folder.path(`node_modules/${name}`)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(inject('packed'), 'node_modules', name), path)
}

async function run(folder: Folder): Promise<string> {
  const script = readdirSync(folder.path('out')).find((each) => each.startsWith('server.')) ?? ''
  const { stdout } = await promisify(execFile)(process.execPath, [join('out', script)], { cwd: folder.path('.') })
  return stdout
}
