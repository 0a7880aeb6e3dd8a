// What happens to OAuth tokens.

import { refuse } from '../../../engine/contract/operation/failure.ts'
import { compareTimestamps, formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import type { Steps } from '../../../engine/work/steps.ts'
import {
  isUpToDate,
  makeChanges,
  type PreparedChanges,
  prepareChanges,
} from '../../../engine/world/prepared-changes.ts'
import type { World } from '../../operation.ts'
import { tokenEvents } from '../../resources/token-events.ts'
import { drawSecret, findCaller, type TokenRecord, tokens } from '../../resources/tokens.ts'
import { defineUnknown } from '../upstream-operation.ts'

/** How long the access of a token lasts that the service itself has issued. */
export const SECONDS_OF_ACCESS = 3600

export interface NewToken {
  readonly provider_id: string
  /** Default: a new one. */
  readonly access_token?: string
  readonly refresh_token?: string | null
  readonly expires_in_seconds: number | null
  readonly scopes: readonly string[]
  readonly user_id: string | null
  readonly provider_account_label?: string | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly is_default: boolean
}

export const unknownToken = defineUnknown('Token')

/** Returns the user that a request is for: requests without one come from the caller. */
export function findUser(world: World, userId: string | null): string {
  return userId ?? findCaller(world.baseline.context)
}

/** Lists the tokens of a provider, oldest first. */
export function listTokens({ database }: World, provider_id: string | null): readonly TokenRecord[] {
  const table = database.of(tokens)
  return provider_id === null ? table.all() : table.find({ provider_id })
}

/** Whether a token belongs to a user: others only agents use. */
export function isOfUser({ user_id }: TokenRecord): boolean {
  return user_id !== null
}

/** Lists the tokens of users, without those that only agents use. */
export function listUserTokens(world: World, provider_id: string | null): readonly TokenRecord[] {
  return listTokens(world, provider_id).filter(isOfUser)
}

/** Returns the token with an id. @throws ServiceError for an unknown id */
export function readToken({ database }: World, id: string): TokenRecord {
  return database.of(tokens).get(id.toLowerCase()) ?? refuse(unknownToken, id)
}

/** Adds a token. If it is a default one, its user's other tokens of the provider no longer are. */
export function addToken(world: World, { expires_in_seconds, scopes, ...fields }: NewToken): TokenRecord {
  const token = world.collections.tokens.create({
    ...fields,
    scopes: [...scopes],
    expires_at: findExpiry(world, expires_in_seconds),
  })
  if (token.is_default) clearOtherDefaults(world, token)
  addEvent(world, token, 'created')
  return token
}

/** Gives a token another secret, as after a refresh. */
export function renewToken(world: World, token: TokenRecord, scopes: readonly string[]): TokenRecord {
  const { context } = world.baseline
  const round = world.database.of(tokenEvents).find({ token_id: token.id }).length
  const renewed = world.collections.tokens.update(token.id, {
    access_token: drawSecret(context, `renewed-token/${token.id}`, round, 'access_token'),
    scopes: [...new Set([...token.scopes, ...scopes])],
    expires_at: findExpiry(world, SECONDS_OF_ACCESS),
  })
  addEvent(world, renewed, 'refreshed')
  return renewed
}

/** Removes a token, and the connections of agents to it. */
export function removeToken(world: World, token: TokenRecord): void {
  addEvent(world, token, 'deleted')
  world.collections.tokens.delete(token.id)
}

/** The removal of many tokens, and how many these are. */
interface Removal extends PreparedChanges {
  readonly count: number
}

// Fewer are removed at once.
const MOST_AT_ONCE = 100

/** Prepares the removal of the tokens of a provider in steps. @param known what was prepared before */
export function* prepareRemoval(world: World, provider_id: string, isMeant: IsMeant, known: unknown): Steps<unknown> {
  if (known !== undefined && isUpToDate(world, known as Removal)) return known
  const table = world.database.of(tokens)
  if (table.count() <= MOST_AT_ONCE) return undefined
  let count = 0
  const prepared = yield* prepareChanges(world, function* (copy: World) {
    for (const summary of table.select({ provider_id })) {
      const token = table.read(summary)
      if (isMeant(token)) {
        removeToken(copy, token)
        count += 1
      }
      yield
    }
  })
  return { ...prepared, count } satisfies Removal
}

type IsMeant = (token: TokenRecord) => boolean

/** Removes the tokens of a provider. @param prepared their removal, if it was prepared. @returns how many there were */
export function removeTokens(world: World, provider_id: string, isMeant: IsMeant, prepared: unknown): number {
  const removal = prepared as Removal | undefined
  if (removal !== undefined && makeChanges(world, removal)) return removal.count
  const found = listTokens(world, provider_id).filter(isMeant)
  for (const token of found) removeToken(world, token)
  return found.length
}

export function clearOtherDefaults(world: World, { id, provider_id, user_id }: TokenRecord): void {
  // Found by the first of them, which few tokens have.
  for (const other of world.database.of(tokens).find({ is_default: true, provider_id })) {
    if (other.id !== id && other.user_id === user_id) world.collections.tokens.update(other.id, { is_default: false })
  }
}

export function hasScopes(token: TokenRecord, scopes: readonly string[]): boolean {
  return scopes.every((scope) => token.scopes.includes(scope))
}

/** Whether the access of a token has ended by the world's clock. */
export function isExpired({ clock }: World, { expires_at }: TokenRecord): boolean {
  return expires_at !== null && compareTimestamps(expires_at, clock.now()) <= 0
}

// The number may be of any size.
function findExpiry({ clock }: World, seconds: number | null): string | null {
  return seconds === null ? null : formatMicroseconds(clock.microseconds() + BigInt(Math.trunc(seconds)) * 1_000_000n)
}

function addEvent(
  { collections }: World,
  { id, provider_id, user_id }: TokenRecord,
  event_type: 'created' | 'refreshed' | 'deleted',
): void {
  collections.token_events.create({ token_id: id, provider_id, user_id, event_type })
}
