// Sends the requests of operations, and reads their JSON.

import type { Assumptions } from '../../engine/assumptions/assumptions.ts'
import { type Operation, templateOf } from '../../engine/define/operation/operation.ts'
import type { Parameters } from '../../engine/define/operation/parameter.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { showText } from '../../engine/input/text/quote.ts'
import { type OperationName, operations } from '../../service/operations.ts'
import { BudgetError } from '../reader/errors.ts'
import type { Reader } from '../reader/reader.ts'

/** A record as it stood in a response. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A request of an operation. */
export interface Asked {
  readonly operation: OperationName
  /** The values of the placeholders in its path. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** The JSON of a response, or why there is none. */
export type Answer = { readonly body: unknown } | { readonly problem: string; readonly status?: number }

/** Sends the requests of operations, as a preset has them. */
export interface Asker {
  readonly assumptions: Assumptions
  /** Whether the preset has an operation. */
  has(operation: OperationName): boolean
  parametersOf(operation: OperationName): Parameters
  /**
   * Sends a request. Once the reader may send no more, every answer says so.
   *
   * @throws what the reader throws, otherwise
   */
  ask(asked: Asked): Promise<Answer>
}

const NO_MORE = 'There was more to read, but the limit of requests was reached.'
const MOST_SHOWN = 200

/** Creates what sends the requests of operations. */
export function createAsker(reader: Reader, assumptions: Assumptions): Asker {
  let isSpent = false
  return {
    assumptions,
    has: (name) => templateOf(findOperation(name), assumptions) !== undefined,
    parametersOf: (name) => findOperation(name).parameters,
    async ask(asked) {
      if (isSpent) return { problem: NO_MORE }
      try {
        return await send(reader, asked, templateOf(findOperation(asked.operation), assumptions) ?? '')
      } catch (error) {
        if (!(error instanceof BudgetError)) throw error
        isSpent = true
        return { problem: NO_MORE }
      }
    },
  }
}

function findOperation(name: OperationName): Operation {
  // Every name is that of an operation.
  return operations.find((each) => each.name === name) as Operation
}

async function send(reader: Reader, { path = {}, query = {} }: Asked, template: string): Promise<Answer> {
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const label = showText(`GET ${target}${search === '' ? '' : `?${search}`}`, MOST_SHOWN)
  try {
    const { status, body } = await reader.read({
      method: 'GET',
      path: target,
      ...(search === '' ? {} : { query: search }),
      headers: { accept: 'application/json' },
    })
    return status === 200 ? readBody(body, label) : { problem: `${label}: ${status}`, status }
  } catch (error) {
    // An id of the service may be one that no path can contain.
    if (error instanceof OptionError) return { problem: `${label}: ${error.received}` }
    throw error
  }
}

function readBody(text: string, label: string): Answer {
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    const received = text.trimStart().startsWith('<') ? 'HTML' : 'something else'
    return { problem: `${label}: ${received} instead of JSON` }
  }
}

const USUAL_FIELDS = ['resources', 'items', 'data'] as const

/**
 * Finds the list in the JSON of a response: the JSON itself, or a field of it. The real service may wrap a list
 * otherwise than the preset does.
 */
export function findList(body: unknown): readonly JsonObject[] | undefined {
  if (Array.isArray(body)) return body.filter(isRecord)
  if (!isRecord(body)) return undefined
  const usual = USUAL_FIELDS.map((name) => body[name]).find((each) => Array.isArray(each))
  const lists = Object.values(body).filter((each) => Array.isArray(each))
  return findListIn(usual ?? (lists.length === 1 ? lists[0] : undefined))
}

function findListIn(list: unknown): readonly JsonObject[] | undefined {
  return Array.isArray(list) ? list.filter(isRecord) : undefined
}
