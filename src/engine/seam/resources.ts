// What the engine reads of the service: the resources.

export { allResources, type Resources } from '../../service/resources/resources.ts'
