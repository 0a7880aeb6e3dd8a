const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i
const VERSION = /PACKAGE_VERSION = ['"]((\d+)[^'"]*)/

/**
 * Makes sure that there is a script that a service worker of MSW can run. MSW itself would wait
 * forever for one that is not its own.
 *
 * @param major the version of MSW in the page
 * @throws saying what is there in its place
 */
export async function assertScript(script: URL, major: number): Promise<void> {
  const { pathname } = script
  if (script.origin !== location.origin) throw failure(`${script.href} is not of this page's origin`)
  const response = await fetch(script).catch((error: unknown) => {
    throw failure(`${pathname} cannot be loaded (${String(error)})`)
  })
  if (!response.ok) throw failure(`${pathname} is not there (${response.status})`)
  const type = response.headers.get('content-type') ?? 'nothing that is named'
  if (!JAVASCRIPT.test(type)) throw failure(`${pathname} is ${type} and not JavaScript`)
  const text = await response.text()
  const [, version, scriptMajor] = VERSION.exec(text) ?? []
  if (version === undefined) {
    // A worker of one's own may load that of MSW.
    if (text.includes('importScripts')) return
    throw failure(`${pathname} is no service worker of MSW`)
  }
  if (Number(scriptMajor) !== major) throw failure(`${pathname} is of MSW ${version}, and the page has MSW ${major}`)
}

function failure(reason: string): Error {
  return new Error(
    `Failed to start the simulator: ${reason}. Run npx msw init PUBLIC_DIR, with the folder whose files are served as they are.`,
  )
}
