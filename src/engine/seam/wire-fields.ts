// What the engine reads of the service's framework: how timestamps are written.

export { timestampPatterns } from '../../fastapi/wire-fields.ts'
