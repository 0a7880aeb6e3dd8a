// The proxies, with their configurations in docs/shared-instance.

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { readPage } from '../../support/documentation.ts'
import type { Folder } from '../../support/folder.ts'
import { assertInstalled, type Running, start } from './processes.ts'

/** How a proxy is run. */
export interface ProxyProgram {
  name: 'haproxy' | 'nginx'
  /** The ending of its configurations. */
  extension: 'cfg' | 'conf'
  /** Changes the configuration to one that anyone can run, without a change of what it does. */
  adapt(configuration: string, folder: string): string
  args(file: string, folder: string): string[]
}

/** The proxies with a configuration in the documentation. */
export const PROXIES: readonly ProxyProgram[] = [
  {
    name: 'haproxy',
    extension: 'cfg',
    adapt: (configuration) => configuration,
    args: (file) => ['-db', '-f', file],
  },
  {
    name: 'nginx',
    extension: 'conf',
    // By default, it writes to folders of the system.
    adapt: (configuration, folder) =>
      replaceOnce(configuration, 'http {', `http { access_log off; ${listTemporaryFolders(folder)}`),
    args: (file, folder) => ['-p', folder, '-c', file, '-g', `daemon off; pid ${folder}/pid; error_log stderr;`],
  },
]

/** Where the documentation has its instances, in the order of their names. */
const ADDRESSES = ['10.0.0.11:4010', '10.0.0.12:4010', '10.0.0.13:4010']

/** How a proxy is set up for a test. */
interface ProxySetup {
  port: number
  /** The ports of its instances. */
  ports: readonly number[]
  folder: Folder
  /** Whether it has TLS, and serves the instances below /mock. */
  tls: boolean
  /** Whether the instances share a store. Then each request goes to the next instance. */
  stored?: boolean
}

/** Writes the documented configuration with the addresses of instances. */
function writeConfiguration(
  { name, extension, adapt }: ProxyProgram,
  { port, ports, folder, tls, stored = false }: ProxySetup,
): string {
  const documented = readPage(`docs/shared-instance/${name}${tls ? '-tls' : ''}.${extension}`)
  const chosen = stored ? writeRoundRobin(documented) : documented
  const listening = chosen
    .replace(/^( *(?:bind|listen) )(?::?4010|:?443)/m, `$1127.0.0.1:${port}`)
    .replaceAll('/etc/ssl/mock.example.com.pem', folder.path('mock.pem'))
  return ADDRESSES.reduce(
    (text, address, index) => replaceOnce(text, address, `127.0.0.1:${ports[index]}`),
    adapt(listening, folder.path('.')),
  )
}

const PAGE = 'docs/shared-instance.md'

function writeRoundRobin(documented: string): string {
  const checked = replaceOnce(documented, findLine(documented), findLine(readPage(PAGE)))
  return replaceOnce(checked, 'balance hash var(txn.session)', 'balance roundrobin').replace(/^ *hash-type .*$/m, '')
}

/** The line that instances over a store replace. */
function findLine(text: string): string {
  return /^ *default-server .*$/m.exec(text)?.[0] ?? ''
}

/** Starts a proxy and waits until it responds. */
export async function startProxy(program: ProxyProgram, setup: ProxySetup): Promise<{ stop(): Promise<void> }> {
  const { folder, port, tls } = setup
  assertInstalled(program.name)
  if (tls) makeCertificate(folder.path('mock.pem'))
  const file = await folder.write('proxy.conf', writeConfiguration(program, setup))
  const running = start(program.name, program.args(file, folder.path('.')))
  await waitUntilUp(running, `${tls ? `https://127.0.0.1:${port}/mock` : `http://127.0.0.1:${port}`}/_simulator/health`)
  // It ends the processes that it has started.
  return { stop: () => running.end('SIGTERM') }
}

function makeCertificate(file: string): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file]
  const subject = ['-subj', '/CN=mock.example.com', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-out', `${file}.crt`], { stdio: 'ignore' })
  appendFileSync(file, readFileSync(`${file}.crt`))
}

async function waitUntilUp({ process, output }: Running, url: string): Promise<void> {
  const { request } = url.startsWith('https:') ? https : http
  const ask = async () => {
    const [response] = await once(request(url, { rejectUnauthorized: false, agent: false }).end(), 'response')
    return response.resume().statusCode === 200
  }
  for (;;) {
    if (await ask().catch(() => false)) return
    if (process.exitCode !== null) throw new Error(`Failed to start the proxy: ${output()}. Check its configuration.`)
  }
}

function listTemporaryFolders(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
}

function replaceOnce(text: string, search: string, replacement: string): string {
  const parts = text.split(search)
  if (parts.length === 2) return parts.join(replacement)
  throw new Error(
    `Failed to read the configuration of a proxy: "${search}" occurs ${parts.length - 1} times. It must occur once.`,
  )
}
