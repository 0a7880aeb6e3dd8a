import { showLine } from '../../engine/input/text/quote.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { createKeptAnswers } from './answer-kept.ts'
import { openFolderStore } from './folder/folder-store.ts'
import { keepSessions } from './keep-sessions.ts'

/** Keeps the sessions of a simulator in a folder or at a URL of Redis. @throws OptionError if that cannot be used */
export async function openState(simulator: Simulator, place: string) {
  const store = await (/^rediss?:\/\//.test(place) ? openRedis(place) : openFolderStore(place))
  try {
    const keeping = await keepSessions(simulator, store, (line) => console.error(showLine(line)))
    return { ...keeping, ...createKeptAnswers(simulator.service, keeping) }
  } catch (error) {
    await store.close()
    throw error
  }
}

// Only servers with such a store need it.
async function openRedis(url: string) {
  const { openRedisStore } = await import('./redis-store.ts')
  return openRedisStore(url)
}
