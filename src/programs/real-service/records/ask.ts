// Asks operations, wherever the service has them.

import { type Operation, templateOf } from '../../../engine/contract/operation/operation.ts'
import { namedValues, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { register } from '../../../service/assumptions/register.ts'
import { basePathsOf } from '../../../service/assumptions/values.ts'
import { operations } from '../../../service/operations.ts'
import type { AssumptionOverrides, Assumptions, OperationName } from '../../../service/types.ts'
import type { RefusedError } from '../reader/errors.ts'
import { findList, type ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { createSending, type JsonAnswer } from './answer.ts'

/** A record as it stood in a response. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A request of an operation. */
export interface AskedOperation {
  readonly operation: OperationName
  /** The values of the placeholders in its path. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Sends the requests of operations, as a preset has them. */
export type Asker = ReturnType<typeof createAsker>

/** Creates what sends the requests of operations. */
export function createAsker(reader: Reader, assumptions: Assumptions, expected = assumptions) {
  const sending = createSending(reader)
  const found = new Map<OperationName, OperationPlace>()
  const absent = new Map<OperationName, { readonly answer: JsonAnswer; readonly count: number }>()
  let basePath: string | undefined

  const listCandidates = (operation: OperationName): readonly OperationPlace[] => {
    const known = found.get(operation)
    if (known !== undefined) return [known]
    const all = listPlaces(findOperation(operation), assumptions, expected)
    return basePath === undefined ? all : all.filter((place) => place.basePath === basePath)
  }

  return {
    assumptions,
    /** What puts operations where they were found, as far as it differs from the preset. */
    get moved(): AssumptionOverrides {
      return Object.assign({}, ...[...found.values()].map((place) => place.assumptions))
    },
    /** Why nothing more is sent. Then every answer says so. */
    get end(): string | undefined {
      return sending.end
    },
    /** How the service refused the first request that it refused. */
    get refusal(): RefusedError | undefined {
      return sending.refusal
    },
    /** Whether the preset has an operation. */
    has: (name: OperationName) => templateOf(findOperation(name), assumptions) !== undefined,
    parametersOf: (name: OperationName) => findOperation(name).parameters,
    /**
     * Sends a request. An operation that is not where the preset has it is looked for where else it may be.
     *
     * @throws UnreachableError if the service has never answered, and the reason of an abortion
     */
    async ask(asked: AskedOperation): Promise<JsonAnswer> {
      const { operation } = asked
      const before = absent.get(operation)
      if (before !== undefined && before.count >= MOST_ABSENT) return before.answer
      const answers: JsonAnswer[] = []
      for (const place of listCandidates(operation)) {
        const answer = await sending.send(writeRequest(asked, place), `GET ${place.basePath}${place.template}`)
        answers.push(answer)
        if ('body' in answer) {
          found.set(operation, place)
          basePath ??= place.basePath
        }
        if (!mayBeElsewhere(answer, basePath)) return answer
      }
      answers.push({ problem: `${operation}: the preset does not have it`, status: NOT_FOUND })
      const answer = pickAnswer(answers)
      if (!found.has(operation) && isAbsent(answer)) absent.set(operation, { answer, count: (before?.count ?? 0) + 1 })
      return answer
    },
  }
}

const FORBIDDEN = 403
export const NOT_FOUND = 404
// An operation that finds none of so many records is none of the service.
const MOST_ABSENT = 3

// A server of pages responds with one of them to every path that it does not know.
function isAbsent(answer: JsonAnswer): boolean {
  return 'problem' in answer && (answer.status === NOT_FOUND || answer.isPage === true)
}

// What is in front of a service may forbid what is not there.
function mayBeElsewhere(answer: JsonAnswer, basePath: string | undefined): boolean {
  const isForbidden = 'problem' in answer && answer.status === FORBIDDEN
  return isAbsent(answer) || (isForbidden && basePath !== undefined)
}

/** Picks the first of several answers that does not say that nothing is there, or else the first one. */
function pickAnswer(answers: readonly JsonAnswer[]): JsonAnswer {
  return answers.find((each) => !isAbsent(each)) ?? (answers[0] as JsonAnswer)
}

/** Finds an operation by its name. */
export function findOperation(name: OperationName): Operation {
  // Every name is that of an operation.
  return operations.find((each) => each.name === name) as Operation
}

function writeRequest({ path = {}, query = {} }: AskedOperation, { basePath, template }: OperationPlace): ReadRequest {
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return {
    method: 'GET',
    path: basePath + target,
    ...(search !== '' && { query: search }),
    headers: { accept: 'application/json' },
  }
}

/** Finds the records of a list in the JSON of a response. */
export function recordsOfBody(body: unknown): readonly JsonObject[] | undefined {
  return findList(body)?.items.filter(isRecord)
}

/** A place where an operation may be. */
interface OperationPlace {
  readonly basePath: string
  /** The path below it, with placeholders. */
  readonly template: string
  /** The answers that put it there, as far as they differ from those of the preset. */
  readonly assumptions: AssumptionOverrides
}

/** Lists where an operation may be, first where it is expected. Under some assumptions, it is nowhere. */
function listPlaces(operation: Operation, assumptions: Assumptions, expected: Assumptions): readonly OperationPlace[] {
  const own = basePathsOf(assumptions)
  const usual = templateOf(operation, assumptions)
  const basePaths = new Set([
    ...basePathsOf(expected),
    ...own,
    ...PRESETS.flatMap((preset) => basePathsOf(resolveAssumptions(questions, preset))),
  ])
  const repositoryPaths = new Set(
    [expected, assumptions].map((each) => each.repositoryPaths).concat(namedValues(register.repositoryPaths)),
  )
  const places = [...basePaths].flatMap((basePath) =>
    [...repositoryPaths].flatMap((each): OperationPlace[] => {
      const template = templateOf(operation, { ...assumptions, repositoryPaths: each })
      if (template === undefined) return []
      const moved = {
        ...(!own.includes(basePath) && { versionPrefix: basePath === '' ? 'root' : basePath }),
        ...(template !== usual && { repositoryPaths: each }),
      }
      return [{ basePath, template, assumptions: moved }]
    }),
  )
  // The path of most operations does not depend on that of the repositories.
  return [
    ...new Map(places.toReversed().map((place) => [place.basePath + place.template, place])).values(),
  ].toReversed()
}
