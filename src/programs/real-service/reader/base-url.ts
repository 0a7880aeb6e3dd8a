import { trimSlashes } from '../../../engine/http/route-table.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'

/** Parses the base URL of a service. @throws OptionError that does not contain it: a part may be a credential */
export function parseServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw buildUrlError('it does not begin with https:// or http://', 'Allowed: a URL such as https://api.example.com.')
  }
  const { origin, pathname, username, password, search, hash } = url
  if (username + password !== '') {
    throw buildUrlError(
      'it contains a user or a password',
      'Leave them out, and add --header-env Authorization=VARIABLE.',
    )
  }
  if (search + hash !== '') throw buildUrlError('it contains a query or a fragment', 'Leave it out.')
  return origin + trimSlashes(pathname)
}

function buildUrlError(received: string, advice: string): OptionError {
  return new OptionError({ attempt: 'read the URL of the service', received, advice })
}

/** Refuses an environment in which certificates are not verified: the credentials could be sent to anyone. */
export function assertCertificates(url: string, environment: NodeJS.ProcessEnv = process.env): void {
  if (!url.startsWith('https:') || environment.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return
  throw new OptionError({
    attempt: `read the service at ${url}`,
    received: 'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the verification of certificates',
    advice: 'Unset it. If the certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  })
}
