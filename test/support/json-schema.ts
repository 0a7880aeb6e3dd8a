import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { buildScenarioJsonSchema } from '../../src/entries/files/json-schema.ts'
import { service } from '../../src/service/service.ts'

// The types of the package are those of a CommonJS module.
const addTo = addFormats as unknown as (ajv: Ajv) => void

/** Adds the formats of JSON Schema to a validator. */
export function withFormats<Validator extends object>(ajv: Validator): Validator {
  addTo(ajv as Ajv)
  return ajv
}

/** Compiles the JSON Schema of scenarios, strictly. */
export function compileScenarioSchema(): ValidateFunction {
  return withFormats(new Ajv({ allErrors: true, allowUnionTypes: true })).compile(buildScenarioJsonSchema(service))
}
