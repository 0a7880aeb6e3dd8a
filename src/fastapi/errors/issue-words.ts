/** What issues say of a parameter, by their types, in the words of coverage. */
export const issueWords: Readonly<Record<string, string>> = {
  int_parsing: 'is not an integer',
  greater_than_equal: 'is too small',
  less_than_equal: 'is too large',
  bool_parsing: 'is not a boolean',
  literal_error: 'is not an allowed value',
  string_too_short: 'is empty',
  uuid_parsing: 'is not a UUID',
  too_long: 'is repeated',
}
