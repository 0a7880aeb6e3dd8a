// The text of a stored session: JSON that ends with a digest. As long as that is right, this version of the program has
// written the text, and nothing has to be checked again.

import { createHash } from 'node:crypto'
import type { ScenarioDeclarations } from '../../engine/define/world/scenario.ts'
import { onDemand } from '../../engine/limits/on-demand.ts'
import { parseStoredSession, type StoredSession } from '../../engine/sessions/state/stored-session.ts'
import { findVersion } from '../pages/package-version.ts'

const DIGEST = ',"digest":"'
const END = '"}'
// The version of this process never changes, and finding it reads a file.
const findOwnVersion = onDemand(() => ({ version: findVersion() }))

/** Writes a session. */
export function writeStored(stored: StoredSession): string {
  const json = JSON.stringify(stored)
  return json.slice(0, -1) + DIGEST + digestOf(json) + END
}

/** Reads a session. @throws OptionError like `parseStoredSession` */
export function readStored(declared: ScenarioDeclarations, text: string): StoredSession {
  const at = text.lastIndexOf(DIGEST)
  if (at < 0) return parseStoredSession(declared, text)
  const json = `${text.slice(0, at)}}`
  return parseStoredSession(declared, json, { isValid: text.slice(at + DIGEST.length, -END.length) === digestOf(json) })
}

function digestOf(json: string): string {
  return createHash('sha256').update(`${findOwnVersion().version} ${json}`).digest('base64url')
}
