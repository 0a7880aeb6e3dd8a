// What the engine reads of the service's framework: how parameters are parsed.

export { findParameters, isInQuery, parseParameter, parseParameters } from '../../fastapi/parameters/parameters.ts'
