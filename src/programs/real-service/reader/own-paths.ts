// Where a service lists repositories, if that is a path of its own which its user has named.

import { namedValues } from '../../../engine/define/assumptions/assumptions.ts'
import { fillPathTemplate } from '../../../engine/http/route-table.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote } from '../../../engine/input/text/quote.ts'
import { register } from '../../../service/assumptions/register.ts'
import { repositoryPathsOf } from '../../../service/assumptions/values.ts'
import type { AssumptionOverrides, Assumptions } from '../../../service/types.ts'
import { isOfOperation } from './allowed.ts'

/** The paths that are asked instead of the usual ones. */
export interface OwnPaths {
  /** What is assumed meanwhile, and what the service has instead. Both are empty if no paths are named. */
  readonly assumed: AssumptionOverrides
  readonly named: AssumptionOverrides
  /** All other assumptions. */
  readonly others: AssumptionOverrides
  /** Returns a path, or a request in words, as the service has it. */
  locate(path: string): string
}

const ASSUMED = 'v2'

/** Finds the own paths among assumptions. @throws OptionError if they are those of another operation */
export function findOwnPaths(all: AssumptionOverrides): OwnPaths {
  const { repositoryPaths, ...others } = all
  const usual: readonly string[] = namedValues(register.repositoryPaths)
  if (repositoryPaths === undefined || usual.includes(String(repositoryPaths)))
    return { assumed: {}, named: {}, others: all, locate: (path) => path }
  const own = repositoryPathsOf({ repositoryPaths: String(repositoryPaths) } as Assumptions)
  const taken = Object.values(own).find((each) => isOfOperation(fillPathTemplate(each, { integration_id: '7' })))
  if (taken !== undefined) throw buildTemplateError(taken)
  const pattern = new RegExp(`/${ASSUMED}/integrations/(forge/)?github/([^/\\s]+)/repos(?![^/?\\s])`)
  return {
    assumed: { repositoryPaths: ASSUMED },
    named: { repositoryPaths },
    others,
    locate: (path) =>
      path.replace(pattern, (_, forge: string | undefined, id: string) =>
        (forge === undefined ? own.standard : own.alternate).replace(/\{\w+\}/, () => id),
      ),
  }
}

function buildTemplateError(template: string): OptionError {
  return new OptionError({
    attempt: `read repositories at ${quote(template)}`,
    received: 'another operation has this path',
    advice: 'Name the path of a list of repositories in repositoryPaths.',
  })
}
