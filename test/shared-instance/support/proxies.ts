// The proxies, with their configurations in docs/shared-instance.md.

import { readPage } from '../../support/documentation.ts'
import { assertInstalled, findFreePorts, type Running, start } from './processes.ts'

/** How a proxy is run. */
export interface ProxyProgram {
  name: 'haproxy' | 'nginx'
  /** Changes the configuration to one that anyone can run, without a change of what it does. */
  adapt(configuration: string, folder: string): string
  args(file: string, folder: string): string[]
}

/** A running proxy. */
export interface Proxy {
  url: string
  /** Stops the proxy and the processes that it has started. */
  stop(): Promise<void>
}

/** The proxies with a configuration in the documentation. */
export const PROXIES: readonly ProxyProgram[] = [
  { name: 'haproxy', adapt: (configuration) => configuration, args: (file) => ['-db', '-f', file] },
  {
    name: 'nginx',
    // By default, it writes to folders of the system.
    adapt: (configuration, folder) =>
      replaceOnce(configuration, 'http {', `http { access_log off; ${listTemporaryFolders(folder)}`),
    args: (file, folder) => ['-p', folder, '-c', file, '-g', `daemon off; pid ${folder}/pid; error_log stderr;`],
  },
]

/** Where the documentation has its instances, in the order of their names. */
const ADDRESSES = ['10.0.0.11:4010', '10.0.0.12:4010', '10.0.0.13:4010']

/** Writes the documented configuration with the addresses of instances. */
function writeConfiguration(
  { name, adapt }: ProxyProgram,
  { ports, port, folder }: { ports: readonly number[]; port: number; folder: string },
): string {
  const [, documented = ''] =
    new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\``, 'ms').exec(readPage('docs/shared-instance.md')) ?? []
  const listening = documented.replace(/^( *(?:bind|listen) )(?::?4010)(;?)$/m, `$1127.0.0.1:${port}$2`)
  return ADDRESSES.reduce(
    (text, address, index) => replaceOnce(text, address, `127.0.0.1:${ports[index]}`),
    adapt(listening, folder),
  )
}

/** Starts a proxy on a free port and waits until it responds. */
export async function startProxy(
  program: ProxyProgram,
  { ports, write, folder }: { ports: readonly number[]; write: (text: string) => Promise<string>; folder: string },
): Promise<Proxy> {
  assertInstalled(program.name)
  const [port = 0] = await findFreePorts(1)
  const file = await write(writeConfiguration(program, { ports, port, folder }))
  const running = start(program.name, program.args(file, folder))
  const url = `http://127.0.0.1:${port}`
  await waitUntilUp(running, url)
  return { url, stop: () => running.end('SIGTERM') }
}

async function waitUntilUp({ process, output }: Running, url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/_simulator/health`).catch(() => undefined)
    if (response?.ok) return
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
    `Failed to read docs/shared-instance.md: "${search}" occurs ${parts.length - 1} times. It must occur once.`,
  )
}
