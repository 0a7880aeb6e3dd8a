import type { ValidationError } from './errors.ts'

type Location = ValidationError['loc']

/**
 * The mistakes that the service's own validator names, each with its wording
 * (pydantic 2.13, as recorded from a FastAPI application).
 */
export const mistakes = {
  missing: (loc: Location, input: unknown): ValidationError => ({ type: 'missing', loc, msg: 'Field required', input }),
  integer: (loc: Location, input: string): ValidationError => ({
    type: 'int_parsing',
    loc,
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    input,
  }),
  integerSize: (loc: Location, input: string): ValidationError => ({
    type: 'int_parsing_size',
    loc,
    msg: 'Unable to parse input string as an integer, exceeded maximum size',
    input,
  }),
  boolean: (loc: Location, input: string): ValidationError => ({
    type: 'bool_parsing',
    loc,
    msg: 'Input should be a valid boolean, unable to interpret input',
    input,
  }),
  atLeast: (loc: Location, input: unknown, ge: number): ValidationError => ({
    type: 'greater_than_equal',
    loc,
    msg: `Input should be greater than or equal to ${ge}`,
    input,
    ctx: { ge },
  }),
  atMost: (loc: Location, input: unknown, le: number): ValidationError => ({
    type: 'less_than_equal',
    loc,
    msg: `Input should be less than or equal to ${le}`,
    input,
    ctx: { le },
  }),
  below: (loc: Location, input: unknown, lt: number): ValidationError => ({
    type: 'less_than',
    loc,
    msg: `Input should be less than ${lt}`,
    input,
    ctx: { lt },
  }),
  literal: (loc: Location, input: unknown, allowed: readonly string[]): ValidationError => {
    const expected = joinChoices(allowed.map((value) => `'${value}'`))
    return { type: 'literal_error', loc, msg: `Input should be ${expected}`, input, ctx: { expected } }
  },
  uuid: (loc: Location, input: string, error: string): ValidationError => ({
    type: 'uuid_parsing',
    loc,
    msg: `Input should be a valid UUID, ${error}`,
    input,
    ctx: { error },
  }),
  tooShort: (loc: Location, input: string): ValidationError => ({
    type: 'string_too_short',
    loc,
    msg: 'String should have at least 1 character',
    input,
    ctx: { min_length: 1 },
  }),
  repeated: (loc: Location, input: readonly string[]): ValidationError => ({
    type: 'too_long',
    loc,
    msg: `List should have at most 1 item after validation, not ${input.length}`,
    input,
    ctx: { field_type: 'List', max_length: 1, actual_length: input.length },
  }),
  unknown: (loc: Location, input: unknown): ValidationError => ({
    type: 'extra_forbidden',
    loc,
    msg: 'Extra inputs are not permitted',
    input,
  }),
  object: (loc: Location, input: unknown): ValidationError => ({
    type: 'model_attributes_type',
    loc,
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input,
  }),
  string: (loc: Location, input: unknown): ValidationError => ({
    type: 'string_type',
    loc,
    msg: 'Input should be a valid string',
    input,
  }),
  list: (loc: Location, input: unknown): ValidationError => ({
    type: 'list_type',
    loc,
    msg: 'Input should be a valid list',
    input,
  }),
  dictionary: (loc: Location, input: unknown): ValidationError => ({
    type: 'dict_type',
    loc,
    msg: 'Input should be a valid dictionary',
    input,
  }),
  booleanType: (loc: Location, input: unknown): ValidationError => ({
    type: 'bool_type',
    loc,
    msg: 'Input should be a valid boolean',
    input,
  }),
  number: (loc: Location, input: unknown): ValidationError => ({
    type: 'float_type',
    loc,
    msg: 'Input should be a valid number',
    input,
  }),
  json: (position: number, error: string): ValidationError => ({
    type: 'json_invalid',
    loc: ['body', position],
    msg: 'JSON decode error',
    input: {},
    ctx: { error },
  }),
} as const

function joinChoices(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join('')
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}
