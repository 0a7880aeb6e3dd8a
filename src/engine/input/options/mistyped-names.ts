import { suggestWord } from '../text/suggestion.ts'
import { OptionError, type Problem } from './option-error.ts'

/**
 * Creates a prototype for an object with these names: asking it for one that is like them throws, where JavaScript
 * would only say later that something is undefined. The properties of the object itself are as fast as before.
 */
export function refuseMistyped(
  attempt: string,
  names: readonly string[],
  createError: (problem: Problem) => Error = (problem) => new OptionError(problem),
): object {
  return new Proxy(Object.prototype, {
    get(target, name) {
      const meant = typeof name === 'string' && !(name in target) ? suggestWord(name, names) : ''
      if (meant === '') return Reflect.get(target, name)
      throw createError({
        attempt,
        received: `"${String(name)}" is unknown`,
        advice: `${meant} Known: ${names.join(', ')}`,
      })
    },
  })
}
