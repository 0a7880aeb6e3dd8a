const MOST_REMEMBERED = 20
// No fields: what somebody types next may be meant as keys.
const CANDIDATES = 'a[href], button, [tabindex]'
const LAYERS = 'dialog, [popover]'
// Long enough for a view that moves the focus itself.
const MILLISECONDS = 50

/** Keeps the focus in a page. `data-keys` says whether somebody uses keys, and has to see where a script moved it. */
export function keepFocus(page: Document): void {
  // What had the focus, the latest one first.
  let visited: readonly HTMLElement[] = []
  let neighbours: readonly HTMLElement[] = []
  let isDue = false

  const restore = () => {
    isDue = false
    const [last, ...earlier] = visited
    if (last === undefined || last.isConnected || page.activeElement !== page.body) return
    for (const candidate of [...neighbours, ...earlier]) {
      if (candidate.isConnected) candidate.focus({ preventScroll: true })
      if (page.activeElement !== page.body) return
    }
  }

  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    visited = [target, ...visited.filter((each) => each !== target)].slice(0, MOST_REMEMBERED)
    neighbours = listNeighbours(target)
  })
  // Somebody who clicks where nothing takes the focus has left it on purpose.
  page.addEventListener('pointerup', () => {
    if (page.activeElement === page.body) visited = []
  })
  for (const type of ['keydown', 'pointerdown'])
    page.addEventListener(type, () => page.documentElement.toggleAttribute('data-keys', type === 'keydown'), true)
  new MutationObserver(() => {
    if (isDue) return
    isDue = true
    setTimeout(restore, MILLISECONDS)
  }).observe(page.body, { childList: true, subtree: true })
}

/** The rest of the list that an element is in, what adds to it, and then the rest of the dialog or page. */
function listNeighbours(element: HTMLElement): HTMLElement[] {
  const layer = element.closest(LAYERS) ?? element.closest('main')
  return [
    ...listAround(element, element.closest('li, tr')?.parentElement),
    ...(layer?.querySelectorAll<HTMLElement>('[data-adds]') ?? []),
    ...listAround(element, layer),
  ]
}

/** What follows an element in another one, and then what precedes it, the nearest first. */
function listAround(element: HTMLElement, around: Element | null | undefined): HTMLElement[] {
  const all = [...(around?.querySelectorAll<HTMLElement>(CANDIDATES) ?? [])]
  const list = (position: number) => all.filter((other) => element.compareDocumentPosition(other) === position)
  return [...list(Node.DOCUMENT_POSITION_FOLLOWING), ...list(Node.DOCUMENT_POSITION_PRECEDING).reverse()]
}
