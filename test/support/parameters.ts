// What a function can be called with, and what is wrong.

/** A parameter of a function: a valid value, and values that have to be rejected. */
export interface Parameter {
  readonly valid: unknown
  readonly isOptional?: true
  /** Each with what the error has to contain. */
  readonly wrong: readonly (readonly [value: unknown, named: RegExp])[]
}

/** A call that has to be rejected. */
export interface WrongCall {
  readonly given: readonly unknown[]
  readonly named: RegExp
}

/** A parameter without fields, such as a name or a function. */
export function value(valid: unknown, wrong: string | number = 7): Parameter {
  return { valid, wrong: [[wrong, new RegExp(String(wrong))]] }
}

/**
 * A parameter with fields.
 *
 * @param wrong a value of a wrong type for each field; undefined for one that is checked later
 */
export function fields<Fields>(wrong: { readonly [Name in keyof Required<Fields>]: unknown }): Parameter {
  const given = Object.entries(wrong).filter(([, each]) => each !== undefined)
  const named = given.map(([name, each]) => [{ [name]: each }, new RegExp(`\\b${name}\\b`)] as const)
  return { valid: {}, wrong: [[7, /7/], [{ unknwon: 1 }, /unknwon/], ...named] }
}

/** The same parameter, which can be left out. */
export function optional(parameter: Parameter): Parameter {
  return { ...parameter, isOptional: true }
}

/** Lists the calls that have to be rejected: one argument is wrong or missing, and those before it are valid. */
export function listWrongCalls(parameters: readonly Parameter[]): WrongCall[] {
  return parameters.flatMap(({ isOptional = false, wrong }, index) => {
    const before = parameters.slice(0, index).map(({ valid }) => valid)
    const calls = wrong.map(([each, named]) => ({ given: [...before, each], named }))
    return isOptional ? calls : [{ given: before, named: /missing|undefined|empty/ }, ...calls]
  })
}
