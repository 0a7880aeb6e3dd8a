// Which pages a demo link may lead to. The server decides; this says it before somebody opens the link.

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** What is wrong with a page to lead to, or what it needs. */
export interface TargetFinding {
  readonly kind: 'issue' | 'note'
  readonly message: string
}

/** Checks the page that a link leads to. An empty text is the console. */
export function checkTarget(text: string, serverUrl: string): TargetFinding | undefined {
  if (text === '') return undefined
  const filled = text.replaceAll('{url}', serverUrl).replaceAll('{session}', 'session')
  const target = URL.canParse(filled) ? new URL(filled) : undefined
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    return { kind: 'issue', message: 'It must be the URL of a page and begin with http:// or https://' }
  }
  if (target.username !== '' || target.password !== '') {
    return { kind: 'issue', message: 'It must not contain a user name or a password' }
  }
  if (LOOPBACK.test(target.hostname) || target.origin === new URL(serverUrl).origin) return describePlaceholder(text)
  const message = `${target.origin} is not on this machine. It works only if the server was started with --allow-origin ${target.origin}`
  return { kind: 'note', message }
}

function describePlaceholder(text: string): TargetFinding | undefined {
  if (/\{url\}|\{session\}/.test(text)) return undefined
  return { kind: 'note', message: 'Without {url} in it, the page does not learn which session it should use.' }
}
