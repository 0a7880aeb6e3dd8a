import { toFloat } from '../../engine/input/json/json-value.ts'
import type { ValidationIssue } from './error-body.ts'

/** Why a date-time is invalid. The validator tries a text as a date, too, and then says so. */
export interface DateTimeIssue {
  readonly isTriedAsDate: boolean
  readonly message: string
}

type Location = ValidationIssue['loc']

/** Builds the errors of the service's own validator (pydantic 2.13), in its words, recorded from an application. */
export const validationErrors = {
  missing: define('missing', 'Field required'),
  unknown: define('extra_forbidden', 'Extra inputs are not permitted'),
  integer: define('int_parsing', 'Input should be a valid integer, unable to parse string as an integer'),
  integerSize: define('int_parsing_size', 'Unable to parse input string as an integer, exceeded maximum size'),
  integerType: define('int_type', 'Input should be a valid integer'),
  integerFraction: define('int_from_float', 'Input should be a valid integer, got a number with a fractional part'),
  finite: define('finite_number', 'Input should be a finite number'),
  float: define('float_parsing', 'Input should be a valid number, unable to parse string as a number'),
  uuidType: define('uuid_type', 'UUID input should be a string, bytes or UUID object'),
  dateTimeType: define('datetime_type', 'Input should be a valid datetime'),
  boolean: define('bool_parsing', 'Input should be a valid boolean, unable to interpret input'),
  stringType: define('string_type', 'Input should be a valid string'),
  numberType: define('float_type', 'Input should be a valid number'),
  booleanType: define('bool_type', 'Input should be a valid boolean'),
  listType: define('list_type', 'Input should be a valid list'),
  dictionaryType: define('dict_type', 'Input should be a valid dictionary'),
  objectType: define('model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'),
  atLeast: (loc: Location, input: unknown, ge: number) =>
    build('greater_than_equal', `Input should be greater than or equal to ${ge}`, loc, input, { ge }),
  atMost: (loc: Location, input: unknown, le: number) =>
    build('less_than_equal', `Input should be less than or equal to ${le}`, loc, input, { le }),
  atLeastFloat: (loc: Location, input: unknown, ge: number) =>
    build('greater_than_equal', `Input should be greater than or equal to ${ge}`, loc, input, { ge: toFloat(ge) }),
  atMostFloat: (loc: Location, input: unknown, le: number) =>
    build('less_than_equal', `Input should be less than or equal to ${le}`, loc, input, { le: toFloat(le) }),
  below: (loc: Location, input: unknown, lt: number) =>
    build('less_than', `Input should be less than ${lt}`, loc, input, { lt }),
  tooShort: (loc: Location, input: unknown) =>
    build('string_too_short', 'String should have at least 1 character', loc, input, { min_length: 1 }),
  dateTime: (loc: Location, input: unknown, { isTriedAsDate, message: error }: DateTimeIssue) => {
    const [type, what] = isTriedAsDate
      ? ['datetime_from_date_parsing', 'datetime or date']
      : ['datetime_parsing', 'datetime']
    return build(type, `Input should be a valid ${what}, ${error}`, loc, input, { error })
  },
  uuid: (loc: Location, input: unknown, error: string) =>
    build('uuid_parsing', `Input should be a valid UUID, ${error}`, loc, input, { error }),
  literal: (loc: Location, input: unknown, allowed: readonly string[]) => {
    const expected = joinChoices(allowed.map((value) => `'${value}'`))
    return build('literal_error', `Input should be ${expected}`, loc, input, { expected })
  },
  tooLong: (loc: Location, input: readonly unknown[], most: number) => {
    const items = most === 1 ? '1 item' : `${most} items`
    return build('too_long', `List should have at most ${items} after validation, not ${input.length}`, loc, input, {
      field_type: 'List',
      max_length: most,
      actual_length: input.length,
    })
  },
  json: (position: number, error: string) =>
    build('json_invalid', 'JSON decode error', ['body', position], {}, { error }),
  other: (loc: Location, input: unknown, message: string) =>
    build('value_error', `Value error, ${message}`, loc, input),
} as const

function define(type: string, msg: string) {
  return (loc: Location, input: unknown): ValidationIssue => build(type, msg, loc, input)
}

function build(
  type: string,
  msg: string,
  loc: Location,
  input: unknown,
  ctx?: ValidationIssue['ctx'],
): ValidationIssue {
  return { type, loc, msg, input, ...(ctx !== undefined && { ctx }) }
}

function joinChoices(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join('')
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}
