// The service that --service names.

import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { showValue } from '../../engine/input/text/show-value.ts'
import { isService, type ServiceDeclarations } from '../../engine/scenario/service.ts'

const FLAG = '--service'
const ADVICE = 'Export the declared service as "service", or as default.'

export function addServiceOption(command: Command): Command {
  return command.option(`${FLAG} <file>`, 'a module that exports the service to simulate (default: that of deploymock)')
}

// They are about a real service, which only that of the package describes.
const OF_OURS = ['ask', 'record', 'learn', 'drift', 'health']

/** Finds the file of the service among the arguments. Those after `--` are for another command. */
export function findServiceFile(args: readonly string[]): string | undefined {
  if (OF_OURS.includes(String(args[0]))) return undefined
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const joined = own.findLast((each) => each.startsWith(`${FLAG}=`))
  return joined?.slice(FLAG.length + 1) ?? own[own.lastIndexOf(FLAG) + 1 || own.length]
}

/** Loads a service from a file, which runs it. @throws OptionError that says what is wrong with it */
export async function loadService(file: string): Promise<ServiceDeclarations> {
  const path = resolve(file)
  const fail = (received: string, advice: string) =>
    new OptionError({ attempt: `load the service from ${quote(file)}`, received, advice })
  const status = await stat(path).catch(() => undefined)
  if (status?.isFile() !== true) {
    throw fail(
      status === undefined ? 'there is no such file' : 'it is no file',
      'Name a JavaScript or TypeScript file.',
    )
  }
  const loaded: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href).catch((error: unknown) => {
    if (/ERR_UNKNOWN_FILE_EXTENSION/.test(String(Reflect.get(Object(error), 'code')))) {
      const isTypeScript = /\.[cm]?tsx?$/.test(file)
      const received = isTypeScript ? `Node ${process.versions.node} does not run TypeScript` : 'it is no JavaScript'
      throw fail(received, 'Use Node 22.18 or later for TypeScript, or name a JavaScript file.')
    }
    if (error instanceof SyntaxError && /outside a module|Unexpected token 'export'/.test(error.message))
      throw fail('Node takes it for CommonJS', 'Set "type": "module" in package.json, or name it .mjs or .mts.')
    throw fail(`it throws ${error instanceof Error ? `${error.name}: ${error.message}` : showValue(error)}`, '')
  })
  const found = [loaded.service, loaded.default, Reflect.get(Object(loaded.default), 'service')].find(isService)
  if (found !== undefined) return found
  if (loaded.service !== undefined) throw fail(`its export "service" is ${showValue(loaded.service)}`, ADVICE)
  const names = Object.keys(loaded).map(quote).join(', ')
  throw fail(names === '' ? 'it exports nothing' : `it exports ${names}, and none is a service`, ADVICE)
}
