// The methods that a client has itself. Those of its parts are in the file of each part.

import type { AssumptionOverrides } from '../../engine/assumptions/assumptions.ts'
import type { AssumptionEntry } from '../../engine/control/operations/behaviour/assumptions.ts'
import type { OpenLink } from '../../engine/control/operations/server/links.ts'
import type { ListedScenario } from '../../engine/control/operations/world/scenarios.ts'
import type { ControlSchemas } from '../../engine/control/operations/world/schemas.ts'
import type { ControlState } from '../../engine/control/operations/world/state.ts'
import type { Scenario, ScenarioInput } from '../../engine/define/world/scenario.ts'
import type { ScenarioName } from '../../engine/define/world/scenario-list.ts'
import type { Period } from '../../engine/sessions/reading/creation-counts.ts'
import type { OpenApiDocument } from '../../engine/sessions/reading/description.ts'
import type { Totals } from '../../engine/sessions/reading/totals.ts'
import type { Answer, Question } from '../../engine/sessions/serving/ask.ts'
import type { ReplaceOptions, SnapshotOptions } from '../../engine/sessions/session.ts'
import type { ResourceName } from '../../service/resources/names.ts'
import type { CreateLinkOptions } from '../open-link.ts'
import { buildQuery } from '../transport/query.ts'
import type { Transport } from '../transport/transport.ts'
import { buildKeepQuery } from './keep-query.ts'

/** The methods of a client that do not belong to one of its parts. */
export interface OwnMethods {
  /** Returns the current state of the session. */
  state(): Promise<ControlState>
  /**
   * Returns to what the server or the session was made with: scenario, data, ids, time, settings, assumptions,
   * faults and requests.
   */
  reset(options?: ReplaceOptions): Promise<ControlState>
  /** Switches to another scenario, given by its name or as an object. Without one, the current scenario begins anew. */
  load(scenario?: ScenarioName | ScenarioInput, options?: ReplaceOptions): Promise<ControlState>
  /** Lists the scenarios that can be loaded by name, each with the credentials that clients then need. */
  scenarios(): Promise<readonly ListedScenario[]>
  /**
   * Returns the current world as a scenario, or the one that a request of the request log met. Loading it gives the
   * same world.
   */
  exportScenario(options?: SnapshotOptions): Promise<Scenario>
  /** Lists the assumptions with their current values. */
  assumptions(): Promise<readonly AssumptionEntry[]>
  /** Sets assumptions. The other assumptions and the data stay. */
  assume(overrides: AssumptionOverrides): Promise<readonly AssumptionEntry[]>
  /** Returns the OpenAPI document of the service under the current assumptions, with examples of the current data. */
  openapi(): Promise<OpenApiDocument>
  /** Returns what records, faults and operations look like in this session, for forms and tables. */
  schemas(): Promise<ControlSchemas>
  /** Counts the records of a resource, by their fields and by the time of their creation. Default period: `auto`. */
  totals(resource: ResourceName, options?: { per?: Period }): Promise<Totals>
  /**
   * Asks what the service answers to a GET, without a trace: no fault, latency or rate limit applies, and
   * the request log stays as it is. Required credentials are added if there are none.
   */
  ask(question: Question): Promise<Answer>
  /**
   * Creates a link to a world of its own. If the server requires a token, the link is signed: whoever
   * opens it needs no token, until it expires.
   *
   * @throws ControlError if the link could not be opened, with all issues
   * @example
   * const { url, expires } = await simulator.createLink({ scenario: 'busy', to: 'http://localhost:5173/?api={url}' })
   */
  createLink(options?: CreateLinkOptions): Promise<OpenLink>
}

/** Connects to a session, for the methods of the client itself. */
export function connectOwnMethods({ send }: Transport): OwnMethods {
  return {
    state: () => send('GET', ''),
    reset: async (options) => send('POST', `/reset${buildKeepQuery(options)}`),
    load: async (scenario, options) =>
      send(
        'PUT',
        `/scenario${buildKeepQuery(options)}`,
        typeof scenario === 'string' ? { name: scenario } : (scenario ?? {}),
      ),
    scenarios: () => send('GET', '/scenarios'),
    exportScenario: (options) => send('GET', `/scenario${buildQuery(options)}`),
    assumptions: () => send('GET', '/assumptions'),
    schemas: () => send('GET', '/schemas'),
    assume: (overrides) => send('PATCH', '/assumptions', overrides),
    openapi: () => send('GET', '/service/openapi.json'),
    totals: (resource, { per } = {}) => send('GET', `/totals/${resource}${per === undefined ? '' : `?per=${per}`}`),
    ask: (question) => send('POST', '/ask', question),
    createLink: (options = {}) => send('POST', '/links', options),
  }
}
