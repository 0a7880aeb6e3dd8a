import { hasPlaceholder, trimSlashes } from '../../http/path-template.ts'
import { createRouteTable, type PathMatch, pickMethod } from '../../http/route-table.ts'
import type { Problem } from '../../input/options/option-error.ts'
import { quote, showText } from '../../input/text/quote.ts'
import { suggestWord } from '../../input/text/suggestion.ts'
import type { ControlOperation } from '../control-operation.ts'
import { ControlFailure, createAbsence } from '../shared/control-failure.ts'

/** The operation that a request matches. */
export interface ControlMatch {
  operation: ControlOperation
  /** The decoded values of the template's placeholders in the path. */
  path: Readonly<Record<string, string>>
}

export function createControlRouter(operations: readonly ControlOperation[]) {
  const table = createRouteTable(operations.map((target) => ({ template: target.template, target })))
  const describeAbsence = createDescription(operations)
  return {
    /** @throws ControlFailure if no operation has this path, or none has this method */
    match(method: string, encoded: string): ControlMatch {
      const path = trimSlashes(encoded)
      const found = table.find(path)
      if (found.length === 0) throw createAbsence(describeAbsence(method, path))
      const match = pickMethod(found, method === 'HEAD' ? 'GET' : method)
      if (match === undefined) throw createMethodFailure(method, path, found)
      return { operation: match.target, path: decodeAll(match.values) }
    },
  }
}

function decodeAll(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, decode(text)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw createAbsence({
      attempt: 'read the path',
      received: `${quote(text)} is not percent-encoded UTF-8`,
      advice: 'Encode it.',
    })
  }
}

function createMethodFailure(
  method: string,
  path: string,
  found: readonly PathMatch<ControlOperation>[],
): ControlFailure {
  const methods = new Set(found.flatMap(({ target }) => (target.method === 'GET' ? ['GET', 'HEAD'] : target.method)))
  const allow = [...methods].join(', ')
  const failed = `Failed to ${showText(method)} /_simulator${showText(path)}`
  return new ControlFailure({
    status: 405,
    message: `${failed}: the path does not have this method. Allowed: ${allow}.`,
    headers: { allow },
  })
}

// Suggests a path without placeholders. An unknown name in a path has a message of its own.
function createDescription(operations: readonly ControlOperation[]): (method: string, path: string) => Problem {
  const fixed = operations.map(({ template }) => template).filter((template) => !hasPlaceholder(template))
  const known = [...new Set(fixed)].map((template) => `/_simulator${template}`)
  return (method, path) => {
    const fullPath = `/_simulator${path}`
    return {
      attempt: `${showText(method)} ${showText(fullPath)}`,
      received: 'there is no such path',
      advice: `${suggestWord(fullPath, known)} GET /_simulator lists the paths.`,
    }
  }
}
