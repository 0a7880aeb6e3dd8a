import { type FreeFormName, freeFormFixtures, nestedFreeForm } from '../../../../../fixtures/free-form.ts'
import type { FactoryContext } from '../../../../engine/define/factory/context.ts'
import type { FreeForm } from '../../../../engine/input/schemas/free-form.ts'

/** Builds the content of a free-form object according to the assumption `freeFormObjects`. */
export function buildFreeForm(
  context: FactoryContext,
  name: FreeFormName,
  more: Record<string, string> = {},
): FreeForm {
  if (context.freeForm === 'empty') return {}
  const content = context.freeForm === 'nested' ? nestedFreeForm : { ...freeFormFixtures[name], ...more }
  return content
}
