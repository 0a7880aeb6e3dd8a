/**
 * The options that the program is started with. They change every thousand cases, so they depend
 * only on the number of a case.
 */
const VARIANTS = [
  [],
  ['--explain'],
  ['--preset', 'langsmith', '--explain', '--no-cors'],
  [
    '--scenario',
    'awkward',
    '--assume',
    'errorBody=problem',
    '--assume',
    'headRequests=200',
    '--assume',
    'emptyFilter=422',
  ],
  ['--chaos', '0.3:7', '--journal-size', '50'],
  ['--assume', 'errorBody=message', '--assume', 'trailingSlash=same', '--assume', 'malformedIdInList=422', '--explain'],
]

export const CASES_PER_VARIANT = 1000

export function findVariant(number) {
  const options = VARIANTS[Math.floor(number / CASES_PER_VARIANT) % VARIANTS.length]
  return { key: options.join(' '), options, isChaotic: options.includes('--chaos') }
}
