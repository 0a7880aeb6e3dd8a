import { expect, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { isMsw2 } from '../support/msw-version.ts'

test('in a Node without Promise.withResolvers, listen says that MSW 3 needs Node 22', () => {
  const simulator = setupSimulator()
  vi.stubGlobal('Promise', without(Promise, 'withResolvers'))
  const listen = () => simulator.listen()
  if (isMsw2) expect(listen).not.toThrow()
  else expect(listen).toThrow('Failed to listen: MSW 3 needs Node 22, and this is Node ')
  vi.unstubAllGlobals()
  simulator.close()
})

function without<Target extends object>(target: Target, hidden: string): Target {
  return new Proxy(target, { has: (_, name) => name !== hidden && name in target })
}
