// Loads the control API when a request first asks for it.

import { toHeadResponse } from '../contract/response-body.ts'
import type { ServiceRequest, ServiceResponse } from '../define/operation/messages.ts'
import type { ControlApi } from './control-api.ts'
import type { ControlTarget } from './control-operation.ts'
import { buildUnexpectedRefusal } from './requests/control-failure.ts'

type Response = ServiceResponse | Promise<ServiceResponse>

/** A control API whose operations are loaded on demand. Most simulators in tests and pages never need them. */
export interface LazyControlApi {
  /** Answers a request as soon as the operations are loaded: at once, except for the first requests. */
  answer(request: Pick<ServiceRequest, 'method'>, act: (controlApi: ControlApi) => Response): Response
}

/** Creates the control API of a simulator, without its operations. */
export function createLazyControlApi(target: ControlTarget): LazyControlApi {
  let loaded: ControlApi | undefined
  let loading: Promise<ControlApi | undefined> | undefined
  const load = async (): Promise<ControlApi | undefined> => {
    try {
      const { createControlApi } = await import('./control-api.ts')
      loaded = createControlApi(target)
    } catch (error) {
      console.error(error)
    }
    // After a failure, the next request tries again.
    loading = undefined
    return loaded
  }
  return {
    answer({ method }, act) {
      if (loaded !== undefined) return act(loaded)
      loading ??= load()
      return loading.then((controlApi) => {
        if (controlApi !== undefined) return act(controlApi)
        const refusal = buildUnexpectedRefusal()
        return method === 'HEAD' ? toHeadResponse(refusal) : refusal
      })
    },
  }
}
