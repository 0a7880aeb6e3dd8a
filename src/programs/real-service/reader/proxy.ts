// Which proxy the environment names for a service.

import { OptionError } from '../../../engine/input/options/option-error.ts'

export interface HttpProxy {
  /** Its URL, without credentials. */
  readonly url: string
  /** The variable that names it. */
  readonly variable: string
  /** The value of its header `Proxy-Authorization`. */
  readonly authorization?: string
}

/**
 * Finds the proxy for a service in `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, or the same in lower case, which counts
 * first. No proxy is used for this machine itself.
 *
 * @throws OptionError without the value of the variable, which may contain a password
 */
export function findProxy(url: string, environment: NodeJS.ProcessEnv = process.env): HttpProxy | undefined {
  const { protocol, hostname, port } = new URL(url)
  const scheme = protocol.slice(0, -1)
  const variable = [`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`].find((name) => environment[name] !== undefined)
  const text = environment[variable ?? '']?.trim() ?? ''
  if (variable === undefined || text === '' || LOOPBACK.test(hostname)) return undefined
  const excluded = (environment.no_proxy ?? environment.NO_PROXY ?? '').split(/[\s,]+/).filter((each) => each !== '')
  const usual = scheme === 'https' ? '443' : '80'
  if (excluded.some((each) => excludes(each.toLowerCase(), hostname, port || usual))) return undefined
  return parseProxy(text, variable)
}

const LOOPBACK = /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

/** Whether an entry such as `*`, `example.com`, `.example.com` or `10.0.0.1:8080` names a host, or a domain that it is in. */
function excludes(entry: string, hostname: string, port: string): boolean {
  const [, host = entry, only = port] = /^(.*[^:]|\[.*\]):(\d+)$/.exec(entry) ?? []
  const domain = host.replace(/^\*?\./, '')
  const own = hostname.replace(/^\[|\]$/g, '')
  return host === '*' || (only === port && [own, hostname].some((each) => `.${each}`.endsWith(`.${domain}`)))
}

function parseProxy(text: string, variable: string): HttpProxy {
  const full = text.includes('://') ? text : `http://${text}`
  const { protocol, origin, username, password } = URL.canParse(full) ? new URL(full) : { protocol: '', origin: '' }
  if (!/^https?:$/.test(protocol)) {
    throw new OptionError({
      attempt: `use the proxy that ${variable} names`,
      received: 'its value is not the URL of an HTTP proxy',
      advice: 'Allowed: a URL such as http://proxy.example.com:8080, or none.',
    })
  }
  const pair = [username, password].map((part = '') => decode(part)).join(':')
  return {
    url: origin,
    variable,
    ...(pair !== ':' && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
  }
}

// A percent sign may be one of the password itself.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
