// The scripts that read and write atomically. A text is a hash with its version, and with the instance that uses it.

import type { NamePage } from '../../engine/sessions/session-keeper.ts'
import { NO_VERSION, type Writing } from './session-store.ts'

/** Evaluates a script. */
export type Evaluate = (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>

const TAKE = `
local found = redis.call('HMGET', KEYS[1], 'version', 'owner', 'text')
if not found[1] then return {'', '', ''} end
redis.call('HSET', KEYS[1], 'owner', ARGV[1])
if ARGV[2] == 'version' then found[3] = '' end
return found`

/** A text, and the instance that used it before, if it was another one. */
interface Taken {
  readonly version: string
  readonly owner: string
  readonly text: string
}

/** Reads a text or only its version, and notes who uses it from now on. */
export async function takeText(
  evaluate: Evaluate,
  key: string,
  { instance, what }: { readonly instance: string; readonly what: 'text' | 'version' },
): Promise<Taken> {
  const found = await evaluate(TAKE, { keys: [key], arguments: [instance, what] })
  const [version, owner, text] = found as readonly [string, string | null, string]
  return { version, text, owner: owner === null || owner === instance ? '' : owner }
}

const WRITE = `
local current = redis.call('HGET', KEYS[1], 'version') or ''
if ARGV[1] ~= 'any' and current ~= ARGV[2] then return current end
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'text', ARGV[4], 'owner', ARGV[5])
redis.call('ZADD', KEYS[2], 0, ARGV[6])
if ARGV[7] == '' then redis.call('PERSIST', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
return ARGV[3]`

interface Place {
  readonly key: string
  /** The key of the list of all names. */
  readonly names: string
  readonly name: string
}

/** Writes a text if the current version is the one that it is based on. @returns the version after that */
export async function writeText(
  evaluate: Evaluate,
  { key, names, name }: Place,
  { text, version, basedOn, milliseconds, instance }: Writing & { readonly instance: string },
): Promise<string> {
  const expiry = milliseconds === undefined ? '' : String(Math.ceil(milliseconds))
  const values = [...describeBase(basedOn), version, text, instance, name, expiry]
  return String(await evaluate(WRITE, { keys: [key, names], arguments: values }))
}

const REMOVE = `
if ARGV[1] == 'any' or redis.call('HGET', KEYS[1], 'version') == ARGV[2] then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[3])
end`

/** Removes a text, if it has the given version. */
export async function removeText(
  evaluate: Evaluate,
  { key, names, name }: Place,
  basedOn: string | undefined,
): Promise<void> {
  await evaluate(REMOVE, { keys: [key, names], arguments: [...describeBase(basedOn), name] })
}

function describeBase(basedOn: string | undefined): [string, string] {
  return basedOn === undefined ? ['any', NO_VERSION] : ['version', basedOn]
}

// What has expired leaves its name behind.
const LIST = `
local start = ARGV[1] == '' and '-' or '(' .. ARGV[1]
local names = {}
while #names < tonumber(ARGV[2]) do
  local found = redis.call('ZRANGEBYLEX', KEYS[1], start, '+', 'LIMIT', 0, ARGV[2])
  if #found == 0 then break end
  for _, name in ipairs(found) do
    start = '(' .. name
    if redis.call('EXISTS', ARGV[3] .. name) == 0 then
      redis.call('ZREM', KEYS[1], name)
    elseif #names < tonumber(ARGV[2]) then
      table.insert(names, name)
    end
  end
end
return names`

/** Lists names in their order. */
export async function listNames(
  evaluate: Evaluate,
  { names, start, after, limit }: NamePage & { readonly names: string; readonly start: string },
): Promise<readonly string[]> {
  return (await evaluate(LIST, { keys: [names], arguments: [after, String(limit), start] })) as readonly string[]
}

const PUT_ASIDE = `
redis.call('RENAME', KEYS[1], KEYS[3])
redis.call('PERSIST', KEYS[3])
redis.call('ZREM', KEYS[2], ARGV[1])`

/** Gives a text another key. */
export async function putAside(evaluate: Evaluate, { key, names, name }: Place, aside: string): Promise<void> {
  await evaluate(PUT_ASIDE, { keys: [key, names, aside], arguments: [name] })
}
