// Loads packages that only some users need, so that they are optional peer dependencies.

import { OptionError } from './option-error.ts'

export interface OptionalPackage {
  readonly name: string
  /** What it is needed for, as a verb and its object. */
  readonly attempt: string
}

/** Loads a package. @throws OptionError that says how to install it, if it is not installed */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  { name, attempt }: OptionalPackage,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    // CommonJS has the shorter code.
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? '')) throw error
    throw new OptionError({ attempt, received: `${name} is not installed`, advice: `Run: npm install ${name}` })
  }
}
