// Loads packages that only some users need, so that they are optional peer dependencies.

import { OptionError } from './option-error.ts'

/** Loads a module of a package. */
export type LoadModule = (path: string) => Promise<unknown>

/**
 * Loads a package, or a part of one.
 *
 * @param attempt what it is needed for, as a verb and its object
 * @throws OptionError that says how to install it, if it is not installed
 */
export async function loadOptional<Module>(
  path: string,
  attempt: string,
  load: LoadModule = importUnseen,
): Promise<Module> {
  try {
    return (await load(path)) as Module
  } catch (error) {
    // CommonJS has the shorter code.
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? '')) throw error
    const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [path]
    throw new OptionError({ attempt, received: `${name} is not installed`, advice: `Run: npm install ${name}` })
  }
}

// Bundlers must neither look for the package, which would fail without it, nor replace the import by one of their own.
const importUnseen: LoadModule = (path) =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ path)
