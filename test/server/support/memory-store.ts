import type { LogStore, LogUse, NewEntry, StoredLog } from '../../../src/server/state/log-store.ts'

/** A store in the memory. It notes what it is asked, and counts how many logs and texts it reads at the same time. */
export function createMemoryStore({ isShared = false }: { isShared?: boolean } = {}) {
  const logs = new Map<string, NewEntry[]>()
  const texts = new Map<string, string>()
  const seen = { asked: [] as string[], uses: [] as LogUse[], reading: 0, mostReading: 0 }
  let hangs = false
  const work = async <Result>(what: string, act: () => Result): Promise<Result> => {
    const isReading = what === 'read' || what === 'readText'
    seen.asked.push(what)
    seen.reading += Number(isReading)
    seen.mostReading = Math.max(seen.mostReading, seen.reading)
    await new Promise(setImmediate)
    seen.reading -= Number(isReading)
    if (hangs) throw new Error('store://test does not answer')
    return act()
  }
  const readLog = (session: string): StoredLog | undefined => {
    const all = logs.get(session)
    if (all === undefined) return undefined
    const entries = all.slice(all.findLastIndex(({ isState }) => isState))
    return { entries, last: entries.at(-1)?.number ?? 0 }
  }
  const lastOf = (session: string) => readLog(session)?.last ?? 0
  const listNames = (names: Iterable<string>, { after, limit }: { after: string; limit: number }) =>
    [...names]
      .filter((name) => name > after)
      .sort()
      .slice(0, limit)
  const store: LogStore = {
    place: 'store://test',
    isShared,
    longestText: 1000,
    outdated: undefined,
    read: (session) => work('read', () => readLog(session)),
    readNewer: (known) =>
      work('readNewer', () => {
        const newer = new Map<string, StoredLog>()
        for (const [session, last] of known) {
          const log = readLog(session) ?? { entries: [], last: 0 }
          if (log.last !== last) newer.set(session, log)
        }
        return newer
      }),
    append: (entry) =>
      work('append', () => {
        if (lastOf(entry.session) !== entry.number - 1) return 'refused'
        logs.set(entry.session, [...(logs.get(entry.session) ?? []), entry])
        return 'stored'
      }),
    remove: (session, last) =>
      work('remove', () => {
        if (isShared && lastOf(session) !== last) return 'refused'
        logs.delete(session)
        return 'stored'
      }),
    touch: (use) => work('touch', () => void seen.uses.push(use)),
    listOutlines: (page) =>
      work('listOutlines', () => listNames(logs.keys(), page).map((name) => logs.get(name)?.at(-1)?.outline ?? '')),
    listUnused: () => work('listUnused', () => []),
    putAside: (session) => work('putAside', () => `${logs.delete(session)}`),
    readText: (kind, name) => work('readText', () => texts.get(`${kind} ${name}`)),
    hasScenario: (digest) => work('hasScenario', () => texts.has(`scenario ${digest}`)),
    writeText: (kind, name, text, { isNew }) =>
      work('writeText', () => {
        if (isNew && texts.has(`${kind} ${name}`)) return false
        texts.set(`${kind} ${name}`, text)
        return true
      }),
    removeText: (kind, name) => work('removeText', () => void texts.delete(`${kind} ${name}`)),
    listSnapshots: (page) =>
      work('listSnapshots', () =>
        listNames(
          [...texts.keys()].filter((key) => key.startsWith('snapshot ')).map((key) => key.slice('snapshot '.length)),
          page,
        ),
      ),
    check: () => work('check', () => undefined),
    close: async () => undefined,
  }
  return {
    store,
    seen,
    logs,
    setHanging(value: boolean): void {
      hangs = value
    },
  }
}
