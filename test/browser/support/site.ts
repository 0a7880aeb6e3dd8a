import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The page under test, served as by a developer's own server. */
export interface Site {
  /**
   * A URL with a host that browsers trust as this machine: without https, only such a page may have
   * a service worker.
   */
  readonly url: string
  readonly port: number
  /** The MSW version of the page, which the worker script must match. */
  readonly mswMajor: string
  close(): Promise<void>
}

interface StaticFile {
  type: string
  content: string | Uint8Array | Promise<string>
  headers?: Record<string, string>
}

const pageFolder = new URL('../page/', import.meta.url)
const workerScript = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')

/** Builds the page and serves it, with valid and invalid worker scripts at several paths. */
export async function serveSite(): Promise<Site> {
  const html = { type: 'text/html', content: await readFile(new URL('index.html', pageFolder)) }
  const worker = { type: 'text/javascript', content: await readFile(workerScript, 'utf8') }
  const [mswMajor = ''] = /(?<=PACKAGE_VERSION = ')\d+/.exec(worker.content) ?? []
  const ofVersion = (version: string) => ({
    ...worker,
    content: worker.content
      .replace(/PACKAGE_VERSION = '[^']+'/, `PACKAGE_VERSION = '${version}'`)
      .replace(/CHECKSUM = '[^']+'/, "CHECKSUM = 'another'"),
  })
  // Before MSW 2.3, only a comment named the version.
  const inComment = worker.content
    .replace('* Mock Service Worker.', `* Mock Service Worker (${mswMajor}.0.0).`)
    .replace(/const PACKAGE_VERSION = .*/, '')
    .replaceAll('PACKAGE_VERSION', 'undefined')
  const files: Record<string, StaticFile> = {
    '/': html,
    '/deep/page': html,
    '/main.js': { type: 'text/javascript', content: await buildPage('main.ts') },
    '/tried': { type: 'text/html', content: '<script type="module" src="/tried.js"></script>' },
    '/tried.js': {
      type: 'text/javascript',
      // Only for the tests that load it.
      get content() {
        return buildPage('tried.ts')
      },
    },
    '/late.js': { type: 'text/javascript', content: 'export const name = "late"' },
    '/logo.svg': { type: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>' },
    '/mockServiceWorker.js': worker,
    '/assets/mockServiceWorker.js': worker,
    '/allowed/mockServiceWorker.js': { ...worker, headers: { 'Service-Worker-Allowed': '/' } },
    '/page-instead.js': html,
    '/text-instead.js': { ...worker, type: 'text/plain' },
    '/other-script.js': { type: 'text/javascript', content: 'addEventListener("fetch", () => undefined)' },
    '/own-worker.js': { type: 'text/javascript', content: 'importScripts("/mockServiceWorker.js")' },
    '/other-major.js': ofVersion('1.3.5'),
    '/version-in-comment.js': { ...worker, content: inComment },
    '/other-minor.js': ofVersion(`${mswMajor}.0.1`),
  }
  const server = createServer((request, response) => void send(response, files[request.url?.split('?')[0] ?? '']))
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    port,
    mswMajor,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function buildPage(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, pageFolder))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}

async function send(response: ServerResponse, file: StaticFile | undefined): Promise<void> {
  if (file === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('File not found.')
  else
    response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, ...file.headers }).end(await file.content)
}
