// What the engine reads of the service: the names of the resources.

export { RESOURCE_NAMES, type ResourceName } from '../../service/resources/names.ts'
