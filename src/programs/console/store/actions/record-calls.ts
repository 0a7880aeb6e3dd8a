import { writeLiteral } from '../../../../entries/request-code/literal.ts'

/** Returns a client whose calls are noted as lines of code, given `const simulator = connect(url)`. */
export function recordCalls<Client extends object>(client: Client, lines: string[], place = 'simulator'): Client {
  const get = (_: object, name: string): unknown => {
    const found: unknown = Reflect.get(client, name)
    const path = `${place}.${name}`
    if (typeof found !== 'function') return Object(found) === found ? recordCalls(found as object, lines, path) : found
    return (...args: unknown[]): unknown => {
      lines.push(`await ${path}(${args.map((each) => writeLiteral(each)).join(', ')})`)
      return Reflect.apply(found, client, args)
    }
  }
  return new Proxy({}, { get }) as Client
}
