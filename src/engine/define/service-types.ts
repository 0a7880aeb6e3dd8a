// The types that a service declares, for the parts of the engine that name what it declares.

// The only import of the service, so that the names of its operations, resources and questions are offered and checked.
import type { ServiceTypes } from '../../service/service-types.ts'

/** The register: every open question, by id. */
export type Register = ServiceTypes['register']

/** The id of an open question. */
export type AssumptionId = keyof Register

/** The name of a preset. */
export type Preset = ServiceTypes['preset']

/** The name of an operation. */
export type OperationName = ServiceTypes['operation']

/** The resources by name. */
export type Resources = ServiceTypes['resources']

/** The name of a resource. */
export type ResourceName = keyof Resources

/** The option that says how many records of its main resource a world has. */
export type MainOption = ServiceTypes['mainOption']

/** The name of the main resource, which every scenario describes. */
export type MainResource = keyof MainOption

/** The name of a scenario that the service ships. */
export type ShippedScenarioName = ServiceTypes['scenario']

/** What the effects of faults tell operations, by their kinds. */
export type Hints = ServiceTypes['hints']

/** The query parameters whose values are known words. */
export type QueryWords = ServiceTypes['queryWords']

/** The settings of worlds that assumptions decide. */
export type WorldSettings = ServiceTypes['worldSettings']

/** What all factories of a world share, besides what every service has. */
export type WorldFacts = ServiceTypes['worldFacts']

/** The fields of a scenario that belong to the world as a whole. */
export type WorldFields = ServiceTypes['worldFields']

/** The effects of faults that only the service has. */
export type OwnEffect = ServiceTypes['effect']
