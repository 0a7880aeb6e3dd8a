// The control API before a request first asks for it.

import { toHeadResponse } from '../contract/response-body.ts'
import type { ControlApi } from './control-api.ts'
import type { ControlTarget } from './control-operation.ts'
import { buildUnexpectedRefusal } from './shared/control-failure.ts'

/** Creates the control API of a simulator. Its operations are loaded by the first request, because most simulators never need them. */
export function createLazyControlApi(target: ControlTarget): ControlApi {
  let loaded: ControlApi | undefined
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    try {
      const { createControlApi } = await import('./control-api.ts')
      loaded = createControlApi(target)
    } catch (error) {
      console.error(error)
    }
    // After a failure, the next request tries again.
    loading = undefined
  }
  return {
    async handle(request, session, host) {
      if (loaded === undefined) {
        loading ??= load()
        await loading
      }
      if (loaded !== undefined) return loaded.handle(request, session, host)
      const refusal = buildUnexpectedRefusal()
      return request.method === 'HEAD' ? toHeadResponse(refusal) : refusal
    },
  }
}
