import { connect, type RemoteSimulator } from '../../../src/client/index.ts'
import { test as base } from '../../support/folder.ts'
import { type Instance, startInstance, TOKEN } from './instances.ts'
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

/** A test that can start instances behind a proxy. */
export const test = base.extend<{ share: (program: ProxyProgram) => Promise<Shared> }>({
  share: async ({ folder }, use) => {
    const stops: (() => Promise<void>)[] = []
    await use(async (program) => {
      const instances = await Promise.all([startInstance(), startInstance(), startInstance()])
      stops.push(...instances.map(({ kill }) => kill))
      const ports = instances.map(({ port }) => port)
      const write = (text: string) => folder.write('proxy.conf', text)
      const proxy = await startProxy(program, { ports, write, folder: folder.path('.') })
      stops.push(proxy.stop)
      return {
        url: proxy.url,
        remote: connect(proxy.url, { token: TOKEN }),
        instances,
        listSessions: () => Promise.all(instances.map(({ remote }) => listNames(remote))),
      }
    })
    await Promise.all(stops.map((stop) => stop()))
  },
})

async function listNames(remote: RemoteSimulator): Promise<string[]> {
  const sessions = await remote.sessions.list()
  return sessions.map(({ name }) => name).filter((name) => name !== 'default')
}
