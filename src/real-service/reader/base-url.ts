// The URL of a real service.

import { trimSlashes } from '../../engine/http/path-template.ts'
import { OptionError, type Problem } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'

/**
 * Parses the base URL of a service, and removes the slashes at its end.
 *
 * @throws OptionError that contains no credentials of the URL
 */
export function parseBaseUrl(text: string): string {
  const attempt = `read the service at ${quote(hideCredentials(text))}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const advice = 'Allowed: a URL such as https://api.example.com.'
    throw new OptionError({ attempt, received: 'it is not a URL that begins with https:// or http://', advice })
  }
  const issue = findIssue(url)
  if (issue !== undefined) throw new OptionError({ attempt, ...issue })
  return url.origin + trimSlashes(url.pathname)
}

function findIssue({ username, password, search, hash }: URL): Omit<Problem, 'attempt'> | undefined {
  if (username + password !== '') {
    return {
      received: 'the URL contains a user or a password',
      advice: 'Leave them out, and add --header-env Authorization=VARIABLE.',
    }
  }
  if (search + hash === '') return undefined
  return { received: 'the URL contains a query or a fragment', advice: 'Leave it out.' }
}

// The message may be in the log of a job.
function hideCredentials(text: string): string {
  return text.replace(/^.*@/s, '').replace(/[?#].*$/s, '')
}

/**
 * Checks that certificates are verified.
 *
 * @throws OptionError if the environment switches that off, because the credentials could then be sent to anyone
 */
export function assertCertificates(url: string, environment: NodeJS.ProcessEnv = process.env): void {
  if (!url.startsWith('https:') || environment.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return
  throw new OptionError({
    attempt: `read the service at ${url}`,
    received: 'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the verification of certificates',
    advice: 'Unset it. If the certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  })
}
