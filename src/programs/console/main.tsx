// Starts the console.

import { render } from 'preact'
import { App } from './app/app.tsx'
import { keepFocus } from './app/keyboard/keep-focus.ts'
import { ConsoleContext, createConsole } from './page/console.ts'

const place = document.getElementById('console')
if (place !== null) {
  const shared = createConsole(window)
  place.replaceChildren()
  render(
    <ConsoleContext.Provider value={shared}>
      <App />
    </ConsoleContext.Provider>,
    place,
  )
  keepFocus(document)
  shared.world.start()
  shared.stream.start(document)
}
