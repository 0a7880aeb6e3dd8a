// Where an operation may be: open questions of the contract decide its path.

import {
  type AssumptionOverrides,
  type Assumptions,
  namedValues,
  resolveAssumptions,
} from '../../engine/assumptions/assumptions.ts'
import { type Operation, templateOf } from '../../engine/define/operation/operation.ts'
import { PRESETS, questions, register } from '../../service/assumptions/register.ts'
import { basePathsOf } from '../../service/assumptions/values.ts'

/** A place where an operation may be. */
export interface Place {
  readonly basePath: string
  /** The path below it, with placeholders. */
  readonly template: string
  /** The answers that put it there, as far as they differ from those of the preset. */
  readonly assumptions: AssumptionOverrides
}

/** Lists where an operation may be, first where the assumptions put it. Under some of them, it is nowhere. */
export function listPlaces(operation: Operation, assumptions: Assumptions): readonly Place[] {
  const own = basePathsOf(assumptions)
  const basePaths = new Set([
    ...own,
    ...PRESETS.flatMap((preset) => basePathsOf(resolveAssumptions(questions, preset))),
  ])
  const repositoryPaths = new Set([assumptions.repositoryPaths, ...namedValues(register.repositoryPaths)])
  const places = [...basePaths].flatMap((basePath) =>
    [...repositoryPaths].flatMap((each): Place[] => {
      const template = templateOf(operation, { ...assumptions, repositoryPaths: each })
      if (template === undefined) return []
      const moved = {
        ...(own.includes(basePath) ? {} : { versionPrefix: basePath === '' ? 'root' : basePath }),
        ...(each === assumptions.repositoryPaths ? {} : { repositoryPaths: each }),
      }
      return [{ basePath, template, assumptions: moved }]
    }),
  )
  // The path of most operations does not depend on that of the repositories.
  return [
    ...new Map(places.toReversed().map((place) => [place.basePath + place.template, place])).values(),
  ].toReversed()
}
