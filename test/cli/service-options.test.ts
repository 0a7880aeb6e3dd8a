import { Command } from 'commander'
import { expect } from 'vitest'
import {
  addServiceOptions,
  readServiceOptions,
  type ServiceCommandOptions,
} from '../../src/programs/cli/options/service-options.ts'
import { throwUsageError } from '../../src/programs/cli/program.ts'
import { test } from '../support/folder.ts'

const KEY = 'lsv2_pt_0123456789abcdef'
const URL_ARGUMENT = 'https://api.test/'
const environment = { LANGSMITH_API_KEY: `${KEY}\n`, EMPTY: ' ' }

/** Reads a command line like a command that has only these options. */
async function read(...args: string[]) {
  const command = addServiceOptions(new Command('learn'))
  command.exitOverride((error) => throwUsageError(error, command)).configureOutput({ writeErr: () => undefined })
  command.action(() => undefined)
  await command.parseAsync(args, { from: 'user' })
  const [url] = command.processedArgs
  return { url, ...(await readServiceOptions(command.opts<ServiceCommandOptions>(), environment)) }
}

test('without options, a service is read slowly and without credentials', async () => {
  expect(await read(URL_ARGUMENT)).toEqual({
    url: 'https://api.test',
    reader: { headers: {}, rate: 5, requests: 500, timeout: 30_000 },
    isDryRun: false,
    isJson: false,
  })
})

test.for([
  [['--rate', '0.5'], { reader: { rate: 0.5 } }],
  [['--rate', '100'], { reader: { rate: 100 } }],
  [['--requests', '1'], { reader: { requests: 1 } }],
  [['--timeout', '5'], { reader: { timeout: 5000 } }],
  [['--dry-run'], { isDryRun: true }],
  [['--json'], { isJson: true }],
  [['--header', 'X-Api-Key: a:b'], { reader: { headers: { 'X-Api-Key': 'a:b' } } }],
  [
    ['--header', 'X-Api-Key: 1', '--header', 'X-Tenant-Id:2'],
    { reader: { headers: { 'X-Api-Key': '1', 'X-Tenant-Id': '2' } } },
  ],
  [['--header', 'X-Api-Key: 1', '--header', 'x-api-key: 2'], { reader: { headers: { 'x-api-key': '2' } } }],
  [['--header-env', 'X-Api-Key=LANGSMITH_API_KEY'], { reader: { headers: { 'X-Api-Key': KEY } } }],
  [
    ['--header', 'X-Api-Key: 1', '--header-env', 'X-Api-Key=LANGSMITH_API_KEY'],
    { reader: { headers: { 'X-Api-Key': '1' } } },
  ],
] as const)('%j means %j', async ([args, expected]) => {
  expect(await read(URL_ARGUMENT, ...args)).toMatchObject(expected)
})

test('a file has a header on each line, and may have comments', async ({ folder }) => {
  const file = await folder.write('headers.txt', `# Staging\r\n\r\nX-Api-Key: ${KEY}\r\nX-Tenant-Id: 1\n`)
  const other = await folder.write('other.txt', 'X-Tenant-Id: 2')
  const { reader } = await read(URL_ARGUMENT, '--header-file', file, '--header-file', other)
  expect(reader.headers).toEqual({ 'X-Api-Key': KEY, 'X-Tenant-Id': '2' })
})

test('what is wrong in a file is reported with its line, and without its text', async ({ folder }) => {
  const file = await folder.write('headers.txt', `X-Tenant-Id: 1\n\n${KEY}\n`)
  await expect(read(URL_ARGUMENT, '--header-file', file)).rejects.toThrow(
    `Failed to read line 3 of ${file}: there is no colon. Allowed: NAME: VALUE, such as X-Api-Key: my-key.`,
  )
})

test('a file that is not there is reported', async ({ folder }) => {
  await expect(read(URL_ARGUMENT, '--header-file', folder.path('none.txt'))).rejects.toThrow(
    /none\.txt: file not found\. Check the path\.$/,
  )
})

test.for([
  [['api.test'], /^Failed to read the URL of the service: it does not begin with https:\/\/ or http:\/\//],
  [[`https://me:${KEY}@api.test`], /it contains a user or a password\. Leave them out, and add --header-env/],
  [[`X-Api-Key: ${KEY}`], /^Failed to read the URL of the service: it does not begin/],
  [
    [URL_ARGUMENT, KEY],
    /too many arguments.* Quote headers, such as --header 'X-Api-Key: my-key'\. Arguments of learn: \[url\]\. See learn --help\.$/,
  ],
  [['--header', 'X-Api-Key:', KEY, URL_ARGUMENT], /^Failed to read --header: X-Api-Key has no value\. Write/],
  [['--header', KEY, URL_ARGUMENT], /^Failed to read --header: there is no colon\. Allowed: NAME: VALUE/],
  [['--header', `Host: ${KEY}`, URL_ARGUMENT], /Host is not a header of credentials/],
  [[`--heder=X-Api-Key: ${KEY}`, URL_ARGUMENT], /unknown option '--heder'\. Did you mean "--header"\? See learn/],
  [[`-HX-Api-Key: ${KEY}`, URL_ARGUMENT], /unknown option '-H'\. See learn --help\.$/],
  [['--header-env', KEY, URL_ARGUMENT], /^Failed to read --header-env: it does not consist of a header and the name/],
  [['--header-env', `X-Api-Key: ${KEY}`, URL_ARGUMENT], /it does not consist of a header and the name of a variable/],
  [['--header-env', `X-Api-Key=${KEY}`, URL_ARGUMENT], /the variable of --header-env X-Api-Key: it is not set/],
  [['--header-env', 'X-Api-Key=EMPTY', URL_ARGUMENT], /the variable of --header-env X-Api-Key: it is not set/],
  [['--header-file', '', URL_ARGUMENT], /''.*It must not be empty/],
  [['--rate', '0', URL_ARGUMENT], /'0' is invalid\. Allowed: a number from 0\.01 to 100\.$/],
  [['--rate', '101', URL_ARGUMENT], /'101' is invalid\. Allowed: a number from 0\.01 to 100/],
  [['--rate', '1e1', URL_ARGUMENT], /'1e1' is invalid/],
  [['--requests', '0', URL_ARGUMENT], /'0' is invalid\. Allowed: a whole number from 1 to 1000000/],
  [['--timeout', '0.5', URL_ARGUMENT], /'0\.5' is invalid\. Allowed: from 1 to 3600 seconds/],
] as const)('%j is wrong, and the message contains no credential', async ([args, expected]) => {
  const reading = read(...args)
  await expect(reading).rejects.toThrow(expected)
  await expect(reading).rejects.not.toThrow(KEY)
})
