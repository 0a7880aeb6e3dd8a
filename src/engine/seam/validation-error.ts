// What the engine reads of the service's framework: the type of a validation error.

export type { ValidationError } from '../../fastapi/errors/validation-error.ts'
