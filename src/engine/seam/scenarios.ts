// What the engine reads of the service: the scenarios.

export { scenarios } from '../../../scenarios/index.ts'
