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

export const toDocument = (root: Json): OpenApiDocument => ({ root, follow: (value) => follow(root, value) })

async function parseFile(file: string, text: string): Promise<unknown> {
  const format = formatOf(file)
  try {
    // Reading the positions of everything takes long, and only errors need them.
    if (format === 'json') return JSON.parse(text)
  } catch {
    // The other parser says where.
  }
  const source = await parseSource(text, format)
  if (!('value' in source) || source.issues.length > 0) throw new FileError(placeIssues(file, source.issues))
  return source.value
}

function follow(root: Json, value: unknown): unknown {
  let found = value
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const reference = refOf(found)
    if (reference === undefined) return found
    found = resolve(root, reference)
  }
  // They lead in a circle.
  return undefined
}

function resolve(root: Json, reference: string): unknown {
  if (!reference.startsWith('#')) {
    throw new OptionError({
      attempt: `follow the reference ${quote(reference)}`,
      received: 'it leads to another file',
      advice: 'Bundle the files into one document first.',
    })
  }
  const steps = decode(reference.slice(1)).split('/').slice(1)
  return steps.reduce<unknown>((found, step) => read(found, step.replaceAll('~1', '/').replaceAll('~0', '~')), root)
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
