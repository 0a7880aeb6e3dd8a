import { Validator } from '@seriousme/openapi-schema-validator'

/** Checks whether documents are valid OpenAPI. It compiles its own schema only once, which takes longer than a check. */
export const validator = new Validator()
