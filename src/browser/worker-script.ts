// Checks that the worker script exists and fits.

const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i
const VERSION = /PACKAGE_VERSION = ['"]((\d+)[^'"]*)/

/**
 * Checks that a script is MSW's service worker. MSW itself would wait forever for any other script.
 *
 * @param major the major version of MSW in the page
 * @throws an error that says what was found instead
 */
export async function assertScript(script: URL, major: number): Promise<void> {
  const { pathname } = script
  if (script.origin !== location.origin) throw failure(`${script.href} is not on this page's origin`)
  const response = await fetch(script).catch((error: unknown) => {
    throw failure(`${pathname} cannot be loaded (${String(error)})`)
  })
  if (!response.ok) throw failure(`${pathname} cannot be loaded (${response.status})`)
  const type = response.headers.get('content-type') ?? 'none'
  if (!JAVASCRIPT.test(type)) throw failure(`${pathname} is not JavaScript (content type: ${type})`)
  const text = await response.text()
  const [, version, scriptMajor] = VERSION.exec(text) ?? []
  if (version === undefined) {
    // A custom worker script may import MSW's.
    if (text.includes('importScripts')) return
    throw failure(`${pathname} is not an MSW service worker`)
  }
  if (Number(scriptMajor) !== major) throw failure(`${pathname} is from MSW ${version}, but the page uses MSW ${major}`)
}

function failure(reason: string): Error {
  return new Error(
    `Failed to start the simulator: ${reason}. Run npx msw init PUBLIC_DIR --save, with the folder of your static files.`,
  )
}
