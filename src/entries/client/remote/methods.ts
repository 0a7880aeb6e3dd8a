// Methods that send requests, built from their declarations.

import { ControlError } from '../transport/control-error.ts'
import type { Transport } from '../transport/transport.ts'
import type { AnyMethod, Call, Calls } from './calls.ts'
import type { Parameter } from './parameters.ts'

/** Checks the arguments of a call. @throws ControlError */
export type CheckArguments = (
  task: string,
  parameters: readonly Parameter[],
  args: readonly unknown[],
  most?: number,
) => void

interface MethodOptions<Part> {
  /** Where the methods are, for messages: `clock.` */
  readonly place: string
  readonly transport: Transport
  readonly check: CheckArguments | undefined
  /** The methods that do more than send a request. */
  readonly byHand?: Partial<Part>
}

export function buildMethods<Part extends object>(
  calls: Calls<Part>,
  { place, transport, check, byHand = {} }: MethodOptions<Part>,
): Part {
  const own = new Map<string, AnyMethod>(Object.entries(byHand))
  const methods = Object.entries<Call>(calls).map(([name, call]) => {
    const { sends = '', takes } = readCall(call)
    // The server checks what follows the placeholders.
    const most = takes?.length ?? sends.split('{').length
    const run = own.get(name) ?? ((...args: never[]) => sendCall(transport, call, args))
    const method = async (...args: never[]): Promise<unknown> => {
      check?.(`call ${place}${name}`, takes ?? [], args, most)
      return Promise.resolve(run(...args)).catch((error) => Promise.reject(nameMethod(error, place + name)))
    }
    return [name, method] as const
  })
  // Each method has the name and the parameters of its declaration.
  return Object.fromEntries(methods) as Part
}

// Who calls a method has written neither a body nor a query.
function nameMethod(error: unknown, method: string): unknown {
  if (!(error instanceof ControlError)) return error
  const message = error.message.replace(/^Failed to read the (?:body|query):/, `Failed to call ${method}:`)
  return message === error.message ? error : new ControlError(message, error)
}

/** Sends the request of a method, and returns the value of its response. */
export async function sendCall<Result>({ send }: Transport, call: Call, args: readonly unknown[]): Promise<Result> {
  const { sends = '', input, mayBeAbsent = false } = readCall(call)
  const [method = '', template = ''] = sends.split(' ')
  const rest = [...args]
  const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())))
  const [given] = rest as [object?]
  const usual = method === 'GET' ? { query: given } : { body: given }
  const answer = send(method, path, input?.(...(args as never[])) ?? usual)
  // The server's responses have the types that its operations declare.
  if (!mayBeAbsent) return answer as Promise<Result>
  const isDeletion = method === 'DELETE'
  return answer.then((value) => isDeletion || value, whenAbsent(isDeletion ? false : undefined)) as Promise<Result>
}

const readCall = (call: Call): Exclude<Call, string> => (typeof call === 'string' ? { sends: call } : call)

/** Returns an error handler that replaces a 404 with a value, unless all of the session is absent. */
function whenAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    const isAbsence = error instanceof ControlError && error.status === 404
    if (isAbsence && !error.issues.some(({ path }) => path === 'session')) return value
    throw error
  }
}
