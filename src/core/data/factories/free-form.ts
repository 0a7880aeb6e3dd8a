import { type FreeFormName, freeFormFixtures, nestedFreeForm } from '../../../../fixtures/free-form.ts'
import type { Container } from '../../records/container.ts'
import type { FactoryContext } from './context.ts'

type FreeForm = NonNullable<Container['securityContext']>

/** Builds the content of a free-form object, as the world wants it (assumption `freeFormObjects`). */
export function buildFreeForm(
  context: FactoryContext,
  name: FreeFormName,
  more: Record<string, string> = {},
): FreeForm {
  if (context.freeForm === 'empty') return {}
  const content = context.freeForm === 'nested' ? nestedFreeForm : { ...freeFormFixtures[name], ...more }
  // A copy: the fixtures are constants that no record may share.
  return structuredClone(content) as unknown as FreeForm
}
