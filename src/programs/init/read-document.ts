import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { FileError, placeIssues } from '../../entries/files/read/file-error.ts'
import { readText } from '../../entries/files/read/read-text.ts'
import { parseSource } from '../../entries/files/read/source.ts'
import { formatOf } from '../../entries/files/read/source-file.ts'

export type Json = Readonly<Record<string, unknown>>

/** An OpenAPI document, whose parts refer to each other. */
export interface OpenApiDocument {
  readonly root: Json
  /** Follows a reference to another part, and from there further ones. @throws OptionError if it leads elsewhere */
  follow(value: unknown): unknown
}

const MOST_MEGABYTES = 32
const MOST_STEPS = 100

/** Reads an OpenAPI document of version 3. @throws FileError or OptionError if it is none */
export async function readDocument(file: string): Promise<OpenApiDocument> {
  const root = toObject(await parseFile(file, await readText(file, MOST_MEGABYTES)))
  const version = String(root.openapi ?? root.swagger)
  // YAML reads 3.0 as a number.
  if (!/^3(\.[0-2](\.|$)|$)/.test(version) || root.openapi === undefined) {
    throw new OptionError({
      attempt: `read ${quote(file)}`,
      received: root.swagger === undefined ? 'it is no OpenAPI document' : `it has version ${quote(version)}`,
      advice: 'Allowed: OpenAPI 3.0 or 3.1. Convert older documents first.',
    })
  }
  return toDocument(root)
}

export function toDocument(root: Json): OpenApiDocument {
  const known = new Map<string, unknown>()
  let depth = 0
  const follow = (value: unknown): unknown => {
    const reference = refOf(value)
    if (reference === undefined) return value
    if (known.has(reference) || depth > MOST_STEPS) return known.get(reference)
    // What leads back to itself leads nowhere.
    known.set(reference, undefined)
    depth += 1
    known.set(reference, follow(resolve(reference)))
    depth -= 1
    return known.get(reference)
  }
  const resolve = (reference: string): unknown => {
    if (!reference.startsWith('#')) {
      throw new OptionError({
        attempt: `follow the reference ${quote(reference)}`,
        received: 'it leads to another file',
        advice: 'Bundle the files into one document first.',
      })
    }
    const steps = decode(reference.slice(1)).split('/').slice(1)
    // It may lead through others.
    return steps.reduce<unknown>(
      (found, step) => read(follow(found), step.replaceAll('~1', '/').replaceAll('~0', '~')),
      root,
    )
  }
  return { root, follow }
}

async function parseFile(file: string, text: string): Promise<unknown> {
  const source = await parseSource(text, formatOf(file))
  if (!('value' in source) || source.issues.length > 0) throw new FileError(placeIssues(file, source.issues))
  return source.value
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Returns the reference that a value is, if it is one. */
export function refOf(value: unknown): string | undefined {
  const reference = read(value, '$ref')
  return typeof reference === 'string' ? reference : undefined
}

/** Returns a field of a value that may be anything. */
export function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

export function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
