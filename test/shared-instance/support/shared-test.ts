import { connect, type RemoteSimulator } from '../../../src/entries/client/index.ts'
import { test as base, type Folder } from '../../support/folder.ts'
import { type Instance, startInstance, TOKEN } from './instances.ts'
import { findFreePorts } from './processes.ts'
import { type ProxyProgram, startProxy } from './proxies.ts'

/** Three instances behind a proxy. */
export interface Shared {
  url: string
  /** A client of the proxy. */
  remote: RemoteSimulator
  instances: Instance[]
  /** The names of the sessions of each instance, besides its own. */
  listSessions(): Promise<string[][]>
}

type Share = (program: ProxyProgram) => Promise<Shared>

/** Tests that can start instances behind a proxy, also one with TLS that serves them below a path. */
export const test = base.extend<{ share: Share; shareWithTls: Share }>({
  share: async ({ folder }, use) => provideShare(folder, use, false),
  shareWithTls: async ({ folder }, use) => provideShare(folder, use, true),
})

async function provideShare(folder: Folder, use: (share: Share) => Promise<void>, tls: boolean): Promise<void> {
  const stops: (() => Promise<void>)[] = []
  await use(async (program) => {
    const [port = 0] = await findFreePorts(1)
    const url = tls ? `https://mock.example.com:${port}/mock` : `http://127.0.0.1:${port}`
    const start = () => startInstance(0, ...(tls ? ['--public-url', url] : []))
    const instances = await Promise.all([start(), start(), start()])
    stops.push(...instances.map(({ kill }) => kill))
    const ports = instances.map((instance) => instance.port)
    const proxy = await startProxy(program, { port, ports, folder, tls })
    stops.push(proxy.stop)
    return {
      url,
      remote: connect(url, { token: TOKEN }),
      instances,
      listSessions: () => Promise.all(instances.map(({ remote }) => listNames(remote))),
    }
  })
  await Promise.all(stops.map((stop) => stop()))
}

async function listNames(remote: RemoteSimulator): Promise<string[]> {
  const sessions = await remote.sessions.list()
  return sessions.map(({ name }) => name).filter((name) => name !== 'default')
}
