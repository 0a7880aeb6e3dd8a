import { escapePattern, trimSlashes } from '../http/path-template.ts'
import { ControlFailure, createAbsence } from './control-failure.ts'
import type { ControlOperation } from './control-operation.ts'

/** The operation that a request matches. */
export interface ControlMatch {
  operation: ControlOperation
  /** The decoded values of the template's placeholders in the path. */
  path: Readonly<Record<string, string>>
}

export interface ControlRouter {
  /** @throws ControlFailure if no operation has this path, or none has this method */
  match(method: string, path: string): ControlMatch
}

/** Creates the router of the control API. */
export function createControlRouter(operations: readonly ControlOperation[]): ControlRouter {
  const routes = operations.map((operation) => ({ operation, pattern: toPattern(operation.template) }))
  return {
    match(method, encoded) {
      const path = trimSlashes(encoded)
      const found = routes.filter(({ pattern }) => pattern.test(path))
      if (found.length === 0) throw createAbsence(describeAbsence(method, path))
      const wanted = method === 'HEAD' ? 'GET' : method
      const match = found.find(({ operation }) => operation.method === wanted)
      if (match === undefined) throw createMethodFailure(method, path, found)
      return { operation: match.operation, path: decodeAll(match.pattern.exec(path)?.groups ?? {}) }
    },
  }
}

function toPattern(template: string): RegExp {
  const source = template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? escapePattern(part) : `(?<${part}>[^/]+)`))
  return new RegExp(`^${source.join('')}$`, 'u')
}

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw createAbsence(`Failed to read the path: "${text}" is not percent-encoded UTF-8. Encode it.`)
  }
}

function createMethodFailure(
  method: string,
  path: string,
  found: readonly { operation: ControlOperation }[],
): ControlFailure {
  const methods = new Set(
    found.flatMap(({ operation }) => (operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method)),
  )
  const allow = [...methods].join(', ')
  const message = `Failed to ${method} /_simulator${path}: the path does not have this method. Allowed: ${allow}.`
  return new ControlFailure({ status: 405, message, headers: { allow } })
}

function describeAbsence(method: string, path: string): string {
  return `Failed to ${method} /_simulator${path}: there is no such path. GET /_simulator lists the paths.`
}
