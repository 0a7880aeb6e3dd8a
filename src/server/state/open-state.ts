import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote, showLine } from '../../engine/input/text/quote.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { createKeptAnswers } from './answer-kept.ts'
import { openFolderStore } from './folder/folder-store.ts'
import { keepSessions } from './keep-sessions.ts'

/** Keeps the sessions of a simulator in a folder or at a URL of Redis. @throws OptionError if that cannot be used */
export async function openState(simulator: Simulator, place: string) {
  const url = readStoreUrl(place)
  const store = await (url === undefined ? openFolderStore(place) : openRedis(url))
  try {
    const keeping = await keepSessions(simulator, store, (line) => console.error(showLine(line)))
    return { ...keeping, ...createKeptAnswers(simulator.service, keeping) }
  } catch (error) {
    await store.close()
    throw error
  }
}

const STORE = /^(?:redis|valkey)(s?):\/\//i
// One letter is a drive of Windows. What begins with a home folder is replaced by shells, but not by other programs.
const ADDRESS = /^(?:[\w.+-]{2,}:|:\d|\[|[^\\/]*@|~|\s*$|localhost$|\d+(?:\.\d+){3}$)/

/** Returns the URL of a store; undefined if a place is a folder. @throws OptionError if it looks like something else */
function readStoreUrl(place: string): string | undefined {
  const [found, secure = ''] = STORE.exec(place) ?? []
  if (found !== undefined) return `redis${secure.toLowerCase()}://${place.slice(found.length)}`
  if (!ADDRESS.test(place)) return undefined
  throw new OptionError({
    // Without a password.
    attempt: `keep the sessions in ${quote(place.replace(/^(.*:\/\/)?.*@/, '$1'))}`,
    received: 'it is neither a folder nor the URL of a store',
    advice:
      'Use redis://HOST:6379/0, also with rediss, valkey or valkeys, or a folder such as ./sessions, which begins with ./ or /',
  })
}

// Only servers with such a store need it.
async function openRedis(url: string) {
  const { openRedisStore } = await import('./redis-store.ts')
  return openRedisStore(url)
}
