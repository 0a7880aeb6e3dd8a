// The entries of a log: what a session is like, or what has changed. Scenarios and snapshots that sessions begin with
// are stored once, by their digest. A state names the digests before everything that can be long.

import { createHash } from 'node:crypto'
import { onDemand } from '../../engine/limits/on-demand.ts'
import type { ScenarioDeclarations } from '../../engine/scenario/scenario.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { StoredOutline } from '../../engine/sessions/session-keeper.ts'
import {
  parseStoredSession,
  type StoredDifference,
  type StoredMoment,
  type StoredSession,
} from '../../engine/sessions/state/log.ts'
import type { Start } from '../../engine/sessions/state/start.ts'
import { findVersion } from '../pages/package-version.ts'
import { BrokenLogError, type LogStore, type StoredEntry } from './log-store.ts'

/** An entry as it was read: a state of a session, or a change. */
export type DecodedEntry =
  | {
      readonly stored: StoredSession
      readonly scenarios: readonly string[]
      readonly continues: boolean
      readonly isChecked: boolean
    }
  | { readonly change: StoredDifference }

export type SessionEntries = ReturnType<typeof createSessionEntries>

// The version of this process never changes, and finding it reads a file.
const findOwnVersion = onDemand(() => ({ version: findVersion() }))

export function createSessionEntries(declared: ScenarioDeclarations, store: LogStore) {
  const { keep, find } = createSharedTexts(store)
  return {
    /** Writes what a session is like at a moment, after its scenarios are stored. @returns the entry and their digests */
    async writeState(session: ServingSession, moment: StoredMoment, continues: boolean) {
      const { beginning, current, ...rest } = session.store(moment)
      const scenarios = new Set<string>()
      const note = async <Kept extends object>(object: Kept, pack?: (object: Kept) => Promise<object>) => {
        const digest = await keep(object, pack)
        scenarios.add(digest)
        return digest
      }
      const pack = async <Packed extends Start>(start: Packed) => ({ ...start, scenario: await note(start.scenario) })
      const begins = beginning && (await pack(beginning))
      const state = {
        ...rest,
        // A snapshot can be large.
        ...(beginning && { beginning: 'format' in beginning ? await note(beginning, pack) : begins }),
        current: await pack(current),
      }
      // Only what the same version of the program has written needs no check.
      const entry = { program: findOwnVersion().version, scenarios: [...scenarios], continues, state }
      return { line: JSON.stringify(entry), scenarios: entry.scenarios }
    },
    /** Writes what has changed since another moment. Returns undefined if only a state can say that. */
    writeChange(session: ServingSession, before: StoredMoment, moment: StoredMoment): string | undefined {
      const change = session.findChange(before, moment)
      return change === undefined ? undefined : JSON.stringify({ change })
    },
    writeOutline(session: ServingSession): string {
      const outline: OutlineOfService = { ...session.readOutline(), service: declared.title }
      return JSON.stringify(outline)
    },
    /** @throws OptionError, or BrokenLogError if what it refers to is missing */
    async read({ line, isUnchecked = false }: StoredEntry): Promise<DecodedEntry> {
      const read = JSON.parse(line)
      if (read.change !== undefined && !isUnchecked) return { change: read.change }
      if (read.state === undefined) throw new BrokenLogError('an entry that is no state was edited')
      const { beginning, current, ...rest } = read.state
      const unpack = async (start: { scenario: string }) => ({ ...start, scenario: await find(start.scenario) })
      const begins = typeof beginning === 'string' ? await find(beginning) : beginning
      const input = { ...rest, ...(begins && { beginning: await unpack(begins) }), current: await unpack(current) }
      const isValid = !isUnchecked && read.program === findOwnVersion().version
      const stored = parseStoredSession(declared, input, { isValid })
      return { stored, scenarios: read.scenarios, continues: read.continues, isChecked: !isValid }
    },
    /** Checks a session that was read. @throws OptionError with all issues */
    check(session: ServingSession, moment: StoredMoment): void {
      parseStoredSession(declared, JSON.parse(JSON.stringify(session.store(moment))))
    },
  }
}

/** Creates what stores objects once, by the digests of their JSON. */
function createSharedTexts({ readText, hasScenario, writeText }: LogStore) {
  const digests = new WeakMap<object, string>()
  const objects = new Map<string, WeakRef<object>>()
  const remember = (digest: string, object: object): void => {
    digests.set(object, digest)
    for (const [each, ref] of objects) if (ref.deref() === undefined) objects.delete(each)
    objects.set(digest, new WeakRef(object))
  }
  return {
    /** @param pack returns what is written of the object */
    async keep<Kept extends object>(object: Kept, pack?: (object: Kept) => Promise<object>): Promise<string> {
      // Also of a known one, so that what it refers to stays.
      const packed = pack === undefined ? object : await pack(object)
      const known = digests.get(object)
      if (known !== undefined && (await hasScenario(known))) return known
      const text = JSON.stringify(packed)
      const digest = digestOf(text)
      await writeText('scenario', digest, text, { isNew: true })
      remember(digest, object)
      return digest
    },
    async find(digest: string) {
      const known = objects.get(digest)?.deref()
      if (known !== undefined) return known
      const text = await readText('scenario', digest)
      if (text === undefined) throw new BrokenLogError(`its scenario ${digest} is missing`)
      if (digestOf(text) !== digest) throw new BrokenLogError(`its scenario ${digest} was changed`)
      const object = JSON.parse(text)
      remember(digest, object)
      return object
    },
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What a list shows of a session, and the title of its service. */
interface OutlineOfService extends StoredOutline {
  readonly service: string
}

/** Reads outlines. Those that nobody can read are left out: the first request to their session says why. */
export function readOutlines(outlines: readonly string[]): readonly OutlineOfService[] {
  return outlines.flatMap((text) => {
    try {
      return JSON.parse(text)
    } catch {
      return []
    }
  })
}
